import Bitstreams
import ISOBaseMedia
import Mezzanines
import Testing

/// Sample entries written by hand from ISO/IEC 14496-12 and the QuickTime file format.
struct SampleEntryFormTests {
    private static func track(_ entry: BoxNode, _ handler: String) throws -> (TrackFormat, [String]) {
        let movie = MovieBuilder(tracks: [MadeTrack(handler: handler, entries: [entry])])
        let mezzanine = try movie.read()
        return (try #require(mezzanine.tracks.first).format, mezzanine.notes)
    }

    /// Returns the bytes of bits written as text, with optional spaces, padded with zeros.
    private static func bits(_ text: String) -> [UInt8] {
        var bits = text.filter { $0 != " " }.map { $0 == "1" ? UInt8(1) : 0 }
        while bits.count % 8 != 0 { bits.append(0) }
        return stride(from: 0, to: bits.count, by: 8).map { bits[$0..<$0 + 8].reduce(0) { $0 << 1 | $1 } }
    }

    struct SoundCase: CustomTestStringConvertible {
        let testDescription: String
        let entry: BoxNode
        let codec: TrackFormat.Codec
        let rate: Int
        let channels: Int
        var objects: Int?

        init(
            _ name: String,
            _ entry: BoxNode,
            _ codec: TrackFormat.Codec,
            _ rate: Int,
            _ channels: Int,
            _ objects: Int? = nil
        ) {
            testDescription = name
            self.entry = entry
            self.codec = codec
            self.rate = rate
            self.channels = channels
            self.objects = objects
        }
    }

    /// The fields of all sample entries say stereo at 48 kHz; the codec configuration decides.
    static let sounds: [SoundCase] = [
        SoundCase("AAC LC", Entries.aac, .aac, 48_000, 2),
        SoundCase("AAC LC of MPEG-2", aac("00010 0100 0001 000", objectType: 0x67), .aac, 44_100, 1),
        SoundCase("AAC 7.1", aac("00010 0011 0111 000"), .aac, 48_000, 8),
        // Explicit signalling: SBR doubles 24 kHz; PS has one channel.
        SoundCase("HE-AAC v1", aac("00101 0110 0010 0011 00010 000"), .aac, 24_000, 2),
        SoundCase("HE-AAC v2", aac("11101 0110 0001 0011 00010 000"), .aac, 24_000, 1),
        SoundCase(
            "AAC with a rate of its own",
            aac("00010 1111 000000001010101111100000 0010 000"),
            .aac,
            44_000,
            2
        ),
        // Tag, object type, rate; one front, one side, one back and one low frequency element; no mixdowns; a
        // pair, a single, a pair.
        SoundCase(
            "AAC with program configuration",
            aac(
                "00010 0011 0000 000 0000 01 0011 0001 0001 0001 01 000 0000 0 0 0 1 0000 0 0000 1 0000 0000 0000000 00000000"
            ),
            .aac,
            48_000,
            6
        ),
        // Object type 31 + 10; rate and frame length of UsacConfig, then channelConfigurationIndex 6, which
        // is 5.1.
        SoundCase("xHE-AAC", aac("11111 001010 0011 0000 00011 001 00110"), .aac, 48_000, 6),
        SoundCase("xHE-AAC by ASC", aac("11111 001010 0011 0010 00011 001 00010"), .aac, 48_000, 2),
        // fscod 1; bsid 8, bsmod 0, acmod 7, lfeon.
        SoundCase("AC-3", dolby("ac-3", "dac3", "01 01000 000 111 1 01111 00000"), .ac3, 44_100, 6),
        SoundCase("AC-3 mono", dolby("ac-3", "dac3", "00 01000 000 001 0 01111 00000"), .ac3, 48_000, 1),
        SoundCase(
            "E-AC-3",
            dolby("ec-3", "dec3", "0000011000000 000 00 10000 0 0 000 111 1 000 0000 0"),
            .eac3,
            48_000,
            6
        ),
        // One dependent substream with the channels Lrs/Rrs (bit 1).
        SoundCase(
            "E-AC-3 7.1",
            dolby("ec-3", "dec3", "0000011000000 000 00 10000 0 0 000 111 1 000 0001 000000010"),
            .eac3,
            48_000,
            8
        ),
        SoundCase(
            "E-AC-3 with objects",
            dolby("ec-3", "dec3", "0000011000000 000 00 10000 0 0 000 111 1 000 0000 0 0000000 1 00010000"),
            .eac3,
            48_000,
            6,
            16
        ),
        SoundCase(
            "Opus",
            Entries.sound("Opus", [BoxNode("dOps", fields: [0, 6, 1, 56, 0, 0, 0x56, 0x22, 0, 0, 1])]),
            .opus,
            48_000,
            6
        ),
        // Blocks of 4096 samples; 96 kHz is 0x17700, 20 bits; then the number of channels less 1, and bits
        // per sample less 1.
        SoundCase(
            "FLAC",
            Entries.sound(
                "fLaC",
                [
                    BoxNode(
                        "dfLa",
                        fields: zeros(4) + [0x80, 0, 0, 34, 16, 0, 16, 0] + zeros(6)
                            + bits("00010111011100000000 100 01111") + zeros(20)
                    )
                ]
            ),
            .flac,
            96_000,
            5
        ),
        SoundCase(
            "ALAC",
            Entries.sound(
                "alac",
                [
                    BoxNode(
                        "alac",
                        fields: zeros(4) + word(4096) + [0, 24, 40, 10, 14, 6, 0, 255] + zeros(8)
                            + word(44_100)
                    )
                ]
            ),
            .alac,
            44_100,
            6
        ),
    ]

    private static func aac(_ text: String, objectType: UInt8 = 0x40) -> BoxNode {
        Entries.sound("mp4a", [Entries.esds(bits(text), objectType: objectType)])
    }

    private static func dolby(
        _ type: FourCharacterCode,
        _ box: FourCharacterCode,
        _ text: String
    ) -> BoxNode {
        Entries.sound(type, [BoxNode(box, fields: bits(text))])
    }

    @Test(arguments: sounds)
    func soundIsThatOfTheConfiguration(_ sound: SoundCase) throws {
        let (format, _) = try Self.track(sound.entry, "soun")
        #expect(format.codec == sound.codec)
        #expect(
            format.audio
                == TrackFormat.Sound(
                    samplingRate: sound.rate,
                    channelCount: sound.channels,
                    objectCount: sound.objects
                )
        )
        #expect(format.sampleEntry.bytes == sound.entry.bytes)
        #expect(format.codedSize == nil)
    }

    /// Bento4's mp4fragment writes the configuration box twice.
    @Test func aSecondCopyOfAConfigurationIsLeftOut() throws {
        let (avcC, aspect) = (Entries.avcC(sets: true), BoxNode("pasp", fields: word(4) + word(3)))
        let (video, _) = try Self.track(Entries.video("avc1", [avcC, aspect, avcC]), "vide")
        #expect(video.sampleEntry.bytes == Entries.video("avc1", [avcC, aspect]).bytes)
        let esds = Entries.esds([0x11, 0x90])
        let (sound, _) = try Self.track(Entries.sound("mp4a", [esds, esds]), "soun")
        #expect(sound.sampleEntry.bytes == Entries.aac.bytes)
    }

    /// `wave` contains `frma`, an empty `mp4a`, `esds` and a terminator.
    @Test(arguments: [1, 2] as [UInt8])
    func formsOfQuickTimeBecomeThatOfISO(version: UInt8) throws {
        let esds = Entries.esds([0x11, 0xB0])
        let parts = [BoxNode("frma", fields: Array("mp4a".utf8)), BoxNode("mp4a", fields: zeros(4)), esds]
        let wave = BoxNode("wave", fields: parts.flatMap(\.bytes) + [0, 0, 0, 8, 0, 0, 0, 0])
        let layout = BoxNode("chan", fields: zeros(12))
        let vendor: [UInt8] = Array("appl".utf8)
        let longer: [UInt8] =
            version == 1
            ? [0, 2, 0, 16, 0xFF, 0xFE, 0, 0, 0xBB, 0x80, 0, 0] + zeros(16)
            : [0, 3, 0, 16, 0xFF, 0xFE, 0, 0, 0, 1, 0, 0] + word(72) + zeros(32)
        var entry = BoxNode(
            "mp4a",
            fields: zeros(6) + [0, 1, 0, version, 0, 0] + vendor + longer,
            children: [wave, layout]
        )
        entry.tail = [0, 0, 0, 0]
        let (format, _) = try Self.track(entry, "soun")
        #expect(
            format.sampleEntry
                == BoxNode(
                    "mp4a",
                    fields: zeros(6) + [0, 1] + zeros(8) + [0, 6, 0, 16, 0, 0, 0, 0, 0xBB, 0x80, 0, 0],
                    children: [esds, layout]
                )
        )
        #expect(format.audio?.channelCount == 6)
    }

    /// A sample entry of version 1 of ISO, in a `stsd` of version 1: `srat` has the sampling rate.
    @Test
    func versionOneOfISOBecomesVersionZero() throws {
        var entry = Entries.sound(
            "fLaC",
            [
                BoxNode("srat", fields: zeros(4) + word(96_000)),
                BoxNode(
                    "dfLa",
                    fields: zeros(4) + [0x80, 0, 0, 34] + zeros(10)
                        + Self.bits("00010111011100000000 001 01111")
                        + zeros(20)
                ),
            ],
            channels: 9,
            rate: 1
        )
        let expected = Entries.sound("fLaC", [entry.children[1]], rate: 0)
        var fields = Array(entry.fields)
        fields[9] = 1
        entry.fields = fields[...]
        var movie = MovieBuilder(tracks: [MadeTrack(handler: "soun", entries: [entry])])
        movie.changeTables { $0.updateAll("stsd") { $0.fields = [1, 0, 0, 0, 0, 0, 0, 1] } }
        let format = try #require(try movie.read().tracks.first).format
        #expect(format.sampleEntry == expected)
        #expect(format.audio == TrackFormat.Sound(samplingRate: 96_000, channelCount: 2, objectCount: nil))
    }

    /// QuickTime's version, vendor, qualities and data size occupy fields that ISO reserves.
    @Test
    func reservedFieldsOfVideoAreZero() throws {
        let boxes =
            [Entries.avcC(sets: true)]
            + ["pasp", "colr", "clap", "fiel", "btrt"].map { BoxNode($0, fields: [1, 2]) }
        let expected = Entries.video("avc1", boxes)
        var entry = expected
        var fields = Array(entry.fields)
        fields.replaceSubrange(8..<24, with: [0, 1, 0, 1] + Array("FFMP".utf8) + [0, 0, 2, 0, 0, 0, 2, 0])
        fields.replaceSubrange(36..<40, with: [0, 0, 0, 9])
        entry.fields = fields[...]
        entry.tail = [0, 0, 0, 0]
        #expect(entry.bytes != expected.bytes)
        let (format, _) = try Self.track(entry, "vide")
        #expect(format.sampleEntry == expected)
        #expect(format.codedSize == TrackFormat.Picture(width: 64, height: 48))
    }

    /// The expected codec, and the words of the note, or nil for none.
    @Test(
        arguments: [
            ("avc1", [Entries.avcC(sets: true)], .avc, nil),
            ("avc3", [Entries.avcC(sets: true)], .avc, "are also in the sample entry"),
            ("avc3", [Entries.avcC(sets: false)], .avc, "are in samples only"),
            ("hvc1", [Entries.hvcC], .hevc, nil),
            ("hev1", [Entries.hvcC], .hevc, "are also in the sample entry"),
            ("dvh1", [Entries.hvcC, Entries.dolbyVision("dvcC", profile: 5)], .hevc, nil),
            ("dvhe", [Entries.hvcC, Entries.dolbyVision("dvcC", profile: 5)], .hevc, "are also in"),
            ("hvc1", [Entries.hvcC, Entries.dolbyVision("dvvC", profile: 8)], .hevc, nil),
            ("av01", [BoxNode("av1C", fields: [0x81, 0, 0, 0])], .av1, nil),
        ] as [(String, [BoxNode], TrackFormat.Codec, String?)]
    )
    func videoIsThatOfTheEntry(
        type: String,
        boxes: [BoxNode],
        codec: TrackFormat.Codec,
        note: String?
    ) throws {
        let entry = Entries.video(code(type), boxes)
        let (format, notes) = try Self.track(entry, "vide")
        #expect(format.codec == codec)
        #expect(format.sampleEntry == entry)
        #expect(format.audio == nil)
        #expect(notes.count == (note == nil ? 0 : 1))
        if let note { #expect(notes.joined().contains(note), "\(notes)") }
    }

    @Test(
        arguments: [
            ("mp4v", "vide", [], "codec 'mp4v'"),
            ("apch", "vide", [], "codec 'apch'"),
            ("hvc1", "vide", [Entries.hvcC, Entries.dolbyVision("dvcC", profile: 7)], "profile 7"),
            ("avc1", "vide", [Entries.avcC(sets: false)], "without parameter sets"),
            ("sowt", "soun", [], "codec 'sowt'"),
            ("mp4a", "soun", [Entries.esds([0x11, 0x90], objectType: 0x6B)], "codec 'mp4a'"),
            (
                "ac-3", "soun", [BoxNode("dac3", fields: [0x12, 0x7B, 0xE0])],
                "half the sampling rate (bsid 9)"
            ),
            (
                "ac-3", "soun", [BoxNode("dac3", fields: [0x14, 0x7B, 0xE0])],
                "a quarter of the sampling rate (bsid 10)"
            ),
            ("ac-3", "soun", [BoxNode("dac3", fields: [0x20, 0x7B, 0xE0])], "bsid 16"),
            (
                "ec-3", "soun", [BoxNode("dec3", fields: [6, 0, 0xE0, 0x0F, 0])],
                "half the sampling rate (fscod 3)"
            ),
            ("ec-3", "soun", [BoxNode("dec3", fields: [6, 0, 0x22, 0x0F, 0])], "E-AC-3 of bsid 17"),
            // Layer 3 as an audio object type: 31 + 3.
            ("mp4a", "soun", [Entries.esds([0xF8, 0x46, 0x40])], "codec 'mp4a'"),
        ] as [(String, String, [BoxNode], String)]
    )
    func codecsThatAreNotPackagedAreRefused(
        type: String,
        handler: String,
        boxes: [BoxNode],
        excerpt: String
    ) throws {
        let entry = handler == "vide" ? Entries.video(code(type), boxes) : Entries.sound(code(type), boxes)
        let error = #expect(throws: MezzanineError.self) { try Self.track(entry, handler) }
        guard case .unsupported(_, let what, let fix)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(what.contains(excerpt) && what.contains("at byte") && what.contains("track 1"), "\(what)")
        let expected = type == "avc1" ? "parameter sets there" : "a codec that HLS supports"
        #expect(what.hasSuffix(" (expected \(expected))"), "\(what)")
        #expect(fix.contains("ffmpeg"))
    }

    @Test(
        arguments: [
            ("mp4a", [], "esds"), ("ac-3", [], "dac3"), ("ec-3", [], "dec3"), ("Opus", [], "dOps"),
            ("fLaC", [], "dfLa"), ("alac", [], "alac"),
            ("ac-3", [BoxNode("dac3", fields: [0xFF, 0xFF, 0xFF])], "fscod"),
            ("Opus", [BoxNode("dOps", fields: zeros(11))], "OutputChannelCount"),
            ("alac", [BoxNode("alac", fields: zeros(28))], "numChannels"),
            ("fLaC", [BoxNode("dfLa", fields: zeros(42))], "STREAMINFO"),
            ("mp4a", [Entries.esds([])], "expected 1 byte"),
            ("mp4a", [Entries.esds([0x11])], "bytes"),
        ] as [(String, [BoxNode], String)]
    )
    func configurationsThatAreWrongAreRefused(type: String, boxes: [BoxNode], excerpt: String) throws {
        let error = #expect(throws: MezzanineError.self) {
            try Self.track(Entries.sound(code(type), boxes), "soun")
        }
        guard case .malformed("in.mp4", let fault)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(fault.description.contains(excerpt) && fault.offset > 0, "\(fault)")
    }

    /// The offset of the error is that of the field, which follows the box header by this number of bytes.
    @Test(
        arguments: [
            ("Opus", BoxNode("dOps", fields: [0, 0]), 1),
            ("alac", BoxNode("alac", fields: zeros(28)), 4 + 9),
            ("alac", BoxNode("alac", fields: zeros(4 + 9) + [2] + zeros(14)), 4 + 9 + 1 + 10),
        ]
    )
    func fieldsThatAreZeroHaveTheirOffset(type: String, box: BoxNode, distance: Int) throws {
        let entry = Entries.sound(code(type), [box])
        let movie = MovieBuilder(tracks: [MadeTrack(handler: "soun", entries: [entry])])
        let error = #expect(throws: MezzanineError.self) { try movie.read() }
        guard case .malformed(_, let fault)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // The last box of the type is the configuration; before it comes the sample entry of the same type.
        let bytes = movie.bytes
        let name = Array(box.type.description.utf8)
        let positions = bytes.indices.filter { bytes[$0...].starts(with: name) }
        #expect(fault.offset == UInt64(try #require(positions.last) + name.count + distance), "\(fault)")
    }
}

func code(_ text: String) -> FourCharacterCode {
    FourCharacterCode(rawValue: text.utf8.reduce(0) { $0 << 8 | UInt32($1) })
}
