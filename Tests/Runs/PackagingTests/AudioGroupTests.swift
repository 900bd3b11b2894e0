import Failures
import Foundation
import Mezzanines
import Testing

@testable import Packaging
@testable import Presentations

/// Groups, names and attributes of renditions of audio and subtitles.
struct AudioGroupTests {
    /// Returns an audio track of a codec and a language.
    static func track(_ codec: TrackFormat.Codec, _ language: String?, identifier: UInt32 = 2) throws
        -> SourceTrack
    {
        let name = codec == .ac3 ? "h264-ac3.mp4" : codec == .eac3 ? "h264-eac3.mp4" : "h264-aac.mp4"
        return try SampleMezzanine.track(name, .audio).with(identifier: identifier, language: language)
    }

    static func video() throws -> Mezzanine {
        SampleMezzanine.make("v.mp4", [try SampleMezzanine.track("h264-aac.mp4", .video)])
    }

    private func generate(
        _ tracks: [(TrackFormat.Codec, String?, @Sendable (inout PackagingInput) -> Void)]
    ) throws -> GeneratedLadder {
        var mezzanines = [try Self.video()]
        var inputs = [PackagingInput(path: "v.mp4")]
        for (index, (codec, language, edit)) in tracks.enumerated() {
            mezzanines.append(SampleMezzanine.make("a\(index).mp4", [try Self.track(codec, language)]))
            inputs.append(PackagingInput("a\(index).mp4", edit))
        }
        return try GeneratedLadder(inputs, mezzanines)
    }

    /// Tracks with the same codec and number of channels form one group; the first is the default.
    @Test func languagesOfOneCodecAreOneGroup() throws {
        let ladder = try generate([(.aac, "eng", { _ in }), (.aac, "fra", { _ in }), (.aac, nil, { _ in })])
        #expect(
            try ladder.lines(of: "MEDIA") == [
                #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aud-aac",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio-en.m3u8""#,
                #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aud-aac",NAME="French",LANGUAGE="fr",DEFAULT=NO,AUTOSELECT=YES,CHANNELS="2",URI="audio-fr.m3u8""#,
                #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aud-aac",NAME="Audio",DEFAULT=NO,AUTOSELECT=NO,CHANNELS="2",URI="audio.m3u8""#,
            ]
        )
        #expect(try ladder.findings() == [])
    }

    /// Groups have the same members: a missing one is that of the first group with it, as CODECS shows.
    @Test func groupsHaveTheSameMembers() throws {
        let ladder = try generate([
            (.aac, "eng", { _ in }), (.aac, "fra", { _ in }), (.ac3, "eng", { _ in }),
            (.eac3, "fra", { _ in }),
        ])
        let members = try ladder.lines(of: "MEDIA").map { line in
            ["GROUP-ID", "NAME", "DEFAULT", "URI"].map { Self.value($0, in: line) }.joined(separator: " ")
        }
        #expect(
            members == [
                "aud-aac English YES audio-en-aac.m3u8", "aud-aac French NO audio-fr-aac.m3u8",
                "aud-ac3 English YES audio-en-ac3.m3u8", "aud-ac3 French NO audio-fr-aac.m3u8",
                "aud-eac3 English YES audio-en-aac.m3u8", "aud-eac3 French NO audio-fr-eac3.m3u8",
            ]
        )
        let codecs = try ladder.lines(of: "STREAM-INF").map { Self.value("CODECS", in: $0) }
        #expect(
            codecs == [
                "avc1.4d4015,mp4a.40.2", "avc1.4d4015,ac-3,mp4a.40.2", "avc1.4d4015,mp4a.40.2,ec-3",
            ]
        )
        #expect(try ladder.findings() == [])
    }

    /// The options of inputs appear in the playlist.
    @Test func takesWhatWasSaid() throws {
        let ladder = try generate([
            (.aac, "eng", { $0.isDefault = false }),
            (
                .aac, "eng",
                {
                    $0.language = "fre-CA"
                    $0.name = "Français"
                    $0.group = "aud-aac"
                    $0.isDefault = true
                    $0.characteristics = "public.accessibility.describes-video"
                    $0.renditionName = "son"
                }
            ),
        ])
        let media = try ladder.lines(of: "MEDIA")
        #expect(
            media.map { Self.value("GROUP-ID", in: $0) } == ["aud-aac-2", "aud-aac-2", "aud-aac", "aud-aac"]
        )
        #expect(
            media.last
                == #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aud-aac",NAME="Français",LANGUAGE="fr-CA",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",CHARACTERISTICS="public.accessibility.describes-video",URI="son.m3u8""#
        )
        #expect(media.map { Self.value("DEFAULT", in: $0) } == ["NO", "YES", "NO", "YES"])
        #expect(try ladder.findings() == [])
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let edits: [@Sendable (inout PackagingInput) -> Void]
        let message: String

        init(_ name: String, _ edits: [@Sendable (inout PackagingInput) -> Void], _ message: String) {
            (testDescription, self.edits, self.message) = (name, edits, message)
        }
    }

    @Test(
        arguments: [
            Refusal(
                "one language twice",
                [{ _ in }, { _ in }],
                "a1.mp4 track 2: the rendition would have the same name as a0.mp4"
            ),
            Refusal(
                "two defaults",
                [
                    { $0.isDefault = true },
                    {
                        $0.isDefault = true; $0.name = "B"
                    },
                ],
                "a1.mp4 track 2: two renditions are the default"
            ),
            Refusal(
                "names of the same in two groups",
                [
                    { $0.group = "a" },
                    {
                        $0.group = "b"; $0.language = "de"; $0.name = "English"
                    },
                ],
                "a1.mp4 track 2: language differs from that of a0.mp4 track 2"
            ),
            Refusal(
                "a default that is not selected",
                [
                    {
                        $0.isDefault = true; $0.isAutoselect = false
                    }
                ],
                "a0.mp4:default: it cannot be combined with autoselect=no"
            ),
            Refusal(
                "forced audio",
                [{ $0.isForced = true }],
                "a0.mp4:forced: no subtitles are taken from it"
            ),
            Refusal("no tag", [{ $0.language = "en_US" }], "a0.mp4: language cannot be written (got en_US"),
            Refusal("a quotation mark", [{ $0.name = "\"" }], "a0.mp4: name cannot be written"),
            Refusal("a line feed", [{ $0.group = "a\nb" }], "a0.mp4: group cannot be written"),
            Refusal("a folder", [{ $0.renditionName = "a/b" }], "a0.mp4: rendition cannot be written"),
            Refusal("a hidden folder", [{ $0.renditionName = ".." }], "a0.mp4: rendition cannot be written"),
            Refusal(
                "the entry",
                [{ $0.renditionName = "Main" }],
                "a0.mp4 track 2: its rendition has the same name as another"
            ),
            Refusal(
                "the I-frames of another",
                [
                    { $0.renditionName = "x" },
                    {
                        $0.renditionName = "x-iframes"; $0.name = "B"
                    },
                ],
                "a1.mp4 track 2: its rendition has the same name as another in the output (\"x-iframes\", of a0.mp4 track 2)"
            ),
        ]
    )
    func refuses(item: Refusal) throws {
        let error = #expect(throws: RunFailure.self) {
            try generate(item.edits.map { (.aac, "eng", $0) })
        }
        #expect(try #require(error).description.hasPrefix(item.message))
    }

    /// Without video the audio itself is the variant; its member of the group has no URI.
    @Test(arguments: [PackagingRequest.SegmentFormat.fragmentedMP4, .transportStream])
    func audioAloneIsTheVariant(format: PackagingRequest.SegmentFormat) throws {
        let mezzanines = [
            SampleMezzanine.make("a.mp4", [try Self.track(.aac, "eng")]),
            SampleMezzanine.make("b.mp4", [try Self.track(.aac, "fra")]),
        ]
        let ladder = try GeneratedLadder(mezzanines) { $0.segmentFormat = format }
        let lines = try ladder.lines()
        #expect(lines.last == "audio-en.m3u8")
        #expect(lines[lines.count - 2].contains(#"CODECS="mp4a.40.2",AUDIO="aud-aac""#))
        #expect(try ladder.lines(of: "MEDIA").map { $0.contains("URI=") } == [false, true])
        #expect(try ladder.lines(of: "I-FRAME-STREAM-INF") == [])
        #expect(try ladder.findings() == [])
    }

    /// CHANNELS has the number of objects of JOC (Dolby Digital Plus with Atmos in HLS).
    @Test func objectsAreChannels() throws {
        let source = try Self.track(.eac3, "eng")
        let format = source.format.with(sound: .init(samplingRate: 48_000, channelCount: 6, objectCount: 16))
        let ladder = try GeneratedLadder([
            Self.video(), SampleMezzanine.make("a.mp4", [source.with(format: format)]),
        ])
        #expect(try ladder.lines(of: "MEDIA").map { Self.value("CHANNELS", in: $0) } == ["16/JOC"])
    }

    static func value(_ name: String, in line: String) -> String {
        guard let range = line.range(of: name + "=") else { return "" }
        let rest = line[range.upperBound...]
        guard rest.first == "\"" else { return String(rest.prefix { $0 != "," }) }
        return String(rest.dropFirst().prefix { $0 != "\"" })
    }
}
