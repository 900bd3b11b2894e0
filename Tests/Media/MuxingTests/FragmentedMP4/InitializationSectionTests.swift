import Bitstreams
import ISOBaseMedia
import MediaProbing
import Mezzanines
import Testing

@testable import Muxing

struct InitializationSectionTests {
    private static func section(
        _ format: TrackFormat,
        shift: Int64 = 0,
        end: Int64 = 5000,
        language: String? = "eng",
        timescale: UInt32 = 1000,
        duration: UInt32 = 10
    ) throws -> [UInt8] {
        let samples = SampleTracks.samples([0, 0, 0], duration: duration)
        let cut = TrackSegments.Segment(samples: samples.indices, start: 0, duration: end)
        let track = SampleTracks.segments(
            format,
            samples,
            InMemoryByteSource([UInt8](repeating: 0, count: 30)),
            cuts: [cut],
            shift: shift,
            timescale: timescale,
            language: language
        )
        return try FragmentedMP4Muxer(track, isSingleFile: false).initializationSection()
    }

    private static func word(_ value: UInt32) -> [UInt8] { [UInt8](bigEndian: value) }

    private static func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
        let body = parts.flatMap { $0 }
        return word(UInt32(body.count + 8)) + Array(type.utf8) + body
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// Returns an audio sample entry without a configuration box.
    private static func plain(_ type: FourCharacterCode) -> BoxNode {
        BoxNode(type, fields: zeros(28), children: [])
    }

    private static let matrix =
        word(0x10000) + zeros(12) + word(0x10000) + zeros(12) + word(0x4000_0000)

    /// All fields, from ISO/IEC 14496-12; the codec is ALAC, as the contents of its `alac` box do not matter.
    @Test func writesEveryField() throws {
        let entry = BoxNode("alac", fields: Self.zeros(6) + [0, 9] + Self.zeros(20), children: [])
        let (word, box, zeros) = (Self.word, Self.box, Self.zeros)
        let written = zeros(6) + [0, 1] + zeros(20)
        let table = box(
            "stbl",
            box("stsd", word(0), word(1), box("alac", written)),
            box("stts", zeros(8)),
            box("stsc", zeros(8)),
            box("stsz", zeros(12)),
            box("stco", zeros(8))
        )
        let information = box(
            "minf",
            box("smhd", zeros(8)),
            box("dinf", box("dref", word(0), word(1), box("url ", word(1)))),
            table
        )
        let media = box(
            "mdia",
            // "fra", 5 bits per letter.
            box("mdhd", zeros(12), word(48_000), word(0), [0b0001_1010, 0b0100_0001, 0, 0]),
            box("hdlr", zeros(8), Array("soun".utf8), zeros(13)),
            information
        )
        let edit = box("edts", box("elst", word(0), word(1), word(0), word(24), word(0x10000)))
        let header = box(
            "tkhd",
            word(3),
            zeros(8),
            word(1),
            zeros(12 + 4),
            zeros(4) + [1, 0, 0, 0],
            Self.matrix,
            zeros(8)
        )
        let movie = box(
            "moov",
            box(
                "mvhd",
                zeros(12),
                word(48_000),
                word(0),
                word(0x10000),
                [1, 0],
                zeros(10),
                Self.matrix,
                zeros(24),
                word(2)
            ),
            box("trak", header, edit, media),
            box(
                "mvex",
                box("mehd", word(1 << 24), word(1), word(0)),
                box("trex", word(0), word(1), word(1), zeros(12))
            )
        )
        let expected = box("ftyp", Array("iso6".utf8), word(0), Array("iso6cmfc".utf8)) + movie
        let found = try Self.section(
            SampleTracks.sound(.alac, entry),
            shift: -24,
            end: 1 << 32,
            language: "fra",
            timescale: 48_000
        )
        #expect(found == expected)
    }

    @Test(arguments: [(nil, "und"), ("en-US", "und"), ("DEU", "und"), ("deu", "deu")] as [(String?, String)])
    func packsLanguages(_ language: String?, _ expected: String) throws {
        let found = try ReadBack(try Self.section(SampleTracks.audio, language: language))
        #expect(found.movie.tracks[0].mediaHeader.language == expected)
    }

    @Test func namesCodecs() throws {
        for (format, codec) in [(SampleTracks.video, "avc1.64001F"), (SampleTracks.audio, "mp4a.40.2")] {
            var probe = MediaProbe()
            let section = try Self.section(format)
            try probe.consume(section.span)
            let track = try #require(try probe.finish().tracks.first)
            #expect(track.codecs.map { $0.name.uppercased() } == [codec.uppercased()])
        }
    }

    /// 640 pixels of 4:3 are as wide as 853 1/3 square pixels.
    @Test func showsPicturesWithSquarePixels() throws {
        let movie = try ReadBack(try Self.section(SampleTracks.video)).movie.node
        let header = try movie.only("trak").only("tkhd").fields
        #expect(Array(header.suffix(8)) == Self.word(853 << 16 | 0x5555) + Self.word(360 << 16))
    }

    @Test(
        arguments: [
            (SampleTracks.audio, 48_000, 1024, -1),
            (SampleTracks.sound(.aac, SampleTracks.aac([0xF9, 0x46, 0x40])), 48_000, 1024, nil),
            (SampleTracks.sound(.opus, plain("Opus")), 48_000, 960, -4),
            (SampleTracks.sound(.opus, plain("Opus")), 48_000, 2880, -2),
            (SampleTracks.sound(.opus, plain("Opus")), 1000, 20, -4),
            (SampleTracks.sound(.flac, plain("fLaC")), 48_000, 4608, nil),
            (SampleTracks.sound(.ac3, plain("ac-3")), 48_000, 1536, nil),
        ] as [(TrackFormat, UInt32, UInt32, Int16?)]
    )
    func describesRollGroups(
        _ format: TrackFormat,
        _ timescale: UInt32,
        _ duration: UInt32,
        _ distance: Int16?
    ) throws {
        let section = try Self.section(format, timescale: timescale, duration: duration)
        let table = try ReadBack(section).movie.node.only("trak").only("mdia").only("minf").only("stbl")
        let group = table.first("sgpd")
        let expected = distance.map {
            [1, 0, 0, 0] + Array("roll".utf8) + Self.word(2) + Self.word(1) + [UInt8](bigEndian: $0)
        }
        #expect(group.map { Array($0.fields) } == expected)
    }
}
