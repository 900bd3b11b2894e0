import Bitstreams
import Failures
import HLSPlaylists
import ISOBaseMedia
import Mezzanines
import PresentationFixtures
import Testing

@testable import Packaging
@testable import Presentations

/// Whole ladders: their files and playlists, in which the linter finds nothing.
struct PresentationGeneratorTests {
    /// Returns a video track whose sample entry has another size.
    static func resized(_ name: String, _ height: Int) throws -> SourceTrack {
        let source = try SampleMezzanine.track(name, .video)
        let size = (width: height * 16 / 9, height: height)
        let format = source.format.with(picture: .init(width: size.width, height: size.height)) { entry in
            // width and height of a visual sample entry (ISO/IEC 14496-12, 12.1.3).
            let bytes = [UInt8](bigEndian: UInt16(size.width)) + [UInt8](bigEndian: UInt16(size.height))
            let start = entry.fields.startIndex + 24
            entry.fields.replaceSubrange(start..<start + 4, with: bytes)
            entry.children.removeAll { $0.type == "pasp" }
        }
        return source.with(format: format)
    }

    /// Returns four rungs of H.264, two of HEVC, three tracks of audio, two languages of subtitles.
    static func ladder(_ edit: (inout PackagingRequest) -> Void = { _ in }) throws -> GeneratedLadder {
        var mezzanines: [Mezzanine] = []
        for height in [1080, 720, 480, 360] {
            mezzanines.append(SampleMezzanine.make("\(height).mp4", [try resized("h264-aac.mp4", height)]))
        }
        for height in [1080, 720] {
            mezzanines.append(
                SampleMezzanine.make("hevc\(height).mp4", [try resized("hevc-aac.mp4", height)])
            )
        }
        for codec in [TrackFormat.Codec.aac, .ac3, .eac3] {
            mezzanines.append(SampleMezzanine.make("\(codec).mp4", [try AudioGroupTests.track(codec, "eng")]))
        }
        mezzanines += ["en", "fr"].map { SampleMezzanine.subtitles("subs_\($0).vtt") }
        let inputs = mezzanines.map { mezzanine in
            PackagingInput(mezzanine.path) {
                if mezzanine.path.hasSuffix(".vtt") {
                    $0.language = String(mezzanine.path.dropFirst(5).prefix(2))
                }
            }
        }
        return try GeneratedLadder(inputs, mezzanines, edit)
    }

    @Test(arguments: [false, true])
    func makesTheWholeLadder(isSingleFile: Bool) throws {
        let ladder = try Self.ladder { $0.isSingleFile = isSingleFile }
        #expect(try ladder.findings() == [])
        let names = [
            "audio-en-aac", "audio-en-ac3", "audio-en-eac3", "subtitles-en", "subtitles-fr",
            "video-avc-1080p", "video-avc-360p", "video-avc-480p", "video-avc-720p", "video-hevc-1080p",
            "video-hevc-720p",
        ]
        let playlists = ["main"] + names + names.filter { $0.hasPrefix("video") }.map { $0 + "-iframes" }
        #expect(
            ladder.presentation.playlists.keys.map(\.description).sorted()
                == playlists.map { $0 + ".m3u8" }.sorted()
        )
        #expect(Set(ladder.presentation.media.keys.map { $0.components[0] }).sorted() == names)
        // Six renditions of video, each with three groups of audio.
        #expect(try ladder.lines(of: "STREAM-INF").count == 18)
        #expect(try ladder.lines(of: "STREAM-INF").allSatisfy { $0.hasSuffix(#"SUBTITLES="subs""#) })
        #expect(try ladder.lines(of: "I-FRAME-STREAM-INF").count == 6)
        let subtitles = try ladder.lines(of: "MEDIA").filter { $0.contains("TYPE=SUBTITLES") }
        #expect(
            subtitles == [
                #"#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI="subtitles-en.m3u8""#,
                #"#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="French",LANGUAGE="fr",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI="subtitles-fr.m3u8""#,
            ]
        )
        // All have one target duration (Apple HLS authoring specification 8.2).
        let targets = try playlists.dropFirst().map { try ladder.playlist($0 + ".m3u8").targetDuration }
        #expect(Set(targets).count == 1)
    }

    /// Every byte range in a playlist is in its file, and every file is referenced.
    @Test(arguments: [false, true], PackagingRequest.SegmentFormat.allCases)
    func placesAreThere(isSingleFile: Bool, format: PackagingRequest.SegmentFormat) throws {
        let movie = try SampleMezzanine.read("h264-aac.mp4")
        let ladder = try GeneratedLadder([movie, SampleMezzanine.subtitles("s.vtt")]) {
            $0.segmentFormat = format
            $0.isSingleFile = isSingleFile
        }
        #expect(try ladder.findings() == [])
        var named: Set<String> = []
        for path in ladder.presentation.playlists.keys where path != ladder.presentation.entry {
            let playlist = try ladder.playlist(path.description)
            for segment in playlist.segments {
                named.insert(segment.uri)
                let bytes = try ladder.bytes(segment.uri, segment.byteRange)
                #expect(!bytes.isEmpty)
                guard let range = segment.byteRange else { continue }
                #expect(UInt64(bytes.count) == range.length)
            }
            for section in playlist.initializationSections {
                named.insert(section.uri)
                #expect(try !ladder.bytes(section.uri, section.byteRange).isEmpty)
            }
        }
        #expect(named == Set(ladder.presentation.media.keys.map(\.description)))
    }

    /// An input that is given twice is read once, and its notes appear once.
    @Test func takesOneInputTwice() throws {
        let movie = try SampleMezzanine.read("h264-aac.mp4")
        let noted = Mezzanine(path: movie.path, kind: .movie, tracks: movie.tracks, notes: ["a note"])
        let inputs = [
            PackagingInput(movie.path) { $0.selection = .video },
            PackagingInput(movie.path) {
                $0.selection = .audio
                $0.language = "de"
            },
        ]
        let once = try GeneratedLadder(inputs, [noted])
        let twice = try GeneratedLadder(inputs, [noted, noted])
        #expect(once.presentation.playlists == twice.presentation.playlists)
        #expect(once.presentation.warnings == ["h264-aac.mp4: a note"])
        #expect(twice.presentation.warnings == ["h264-aac.mp4: a note"])
        #expect(once.presentation.playlists.keys.contains(TreePath("audio-de.m3u8")))
    }

    /// The output does not depend on the number of threads.
    @Test(arguments: [1, 5])
    func threadsMakeNoDifference(jobs: Int) throws {
        let movie = try SampleMezzanine.read("h264-aac.mp4")
        let ladder = try GeneratedLadder([movie]) { $0.jobs = jobs }
        #expect(try ladder.presentation.playlists == GeneratedLadder([movie]).presentation.playlists)
    }

    @Test func stops() throws {
        let movie = try SampleMezzanine.read("h264-aac.mp4")
        let cancellation = Cancellation()
        cancellation.cancel()
        let generator = PresentationGenerator(
            PackagingRequest(inputs: [PackagingInput(path: movie.path)], output: "out"),
            cancellation: cancellation
        )
        #expect(throws: RunFailure.interrupted) { try generator.generate([movie]) }
    }
}
