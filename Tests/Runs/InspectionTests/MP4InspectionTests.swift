import Inspection
import Testing

/// Inspection of MP4 written by hand from ISO/IEC 14496-12 and 23001-7.
struct MP4InspectionTests {
    private static let keyID = [UInt8](0xA0...0xAF)
    private static let iv = [UInt8](0x10...0x1F)

    private static func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }
    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
        number(body.count + 8) + Array(type.utf8) + body
    }

    private static func full(_ type: String, version: UInt8 = 0, flags: UInt8 = 0, _ body: [UInt8])
        -> [UInt8]
    {
        box(type, [version, 0, 0, flags] + body)
    }

    private static func inspect(_ bytes: [UInt8]) throws -> MediaFileInspection {
        try #require(MediaFileInspector.inspectMP4(bytes, named: "a.mp4"))
    }

    /// Returns `ftyp`, and `moov` with an encrypted and a clear sample entry, two `pssh`, and an edit list.
    private static func section(scheme: String = "cbcs") -> [UInt8] {
        let avcC = box(
            "avcC",
            [1, 0x64, 0, 0x1E, 0xFF, 0xE1, 0, 4, 0x67, 0x64, 0, 0x1E, 1, 0, 2, 0x68, 0xEE]
        )
        let tenc = full("tenc", version: 1, [0, 0x19, 1, 0] + keyID + [16] + iv)
        let information = box(
            "sinf",
            box("frma", Array("avc1".utf8)) + full("schm", Array(scheme.utf8) + [0, 1, 0, 0])
                + box("schi", tenc)
        )
        func entry(_ type: String, _ more: [UInt8]) -> [UInt8] {
            box(type, zeros(6) + [0, 1] + zeros(16) + [1, 0x40, 0, 0xF0] + zeros(50) + avcC + more)
        }
        let table = box(
            "stbl",
            full("stsd", number(2) + entry("encv", information) + entry("avc1", []))
                + full("stts", zeros(4)) + full("stsc", zeros(4)) + full("stsz", zeros(8))
                + full("stco", zeros(4))
        )
        let media = box(
            "mdia",
            full("mdhd", zeros(8) + number(1000) + zeros(4) + [0x15, 0xC7, 0, 0])
                + full("hdlr", zeros(4) + Array("vide".utf8) + zeros(13)) + box("minf", table)
        )
        let edits = box("edts", full("elst", number(1) + number(0) + number(512) + number(0x10000)))
        let track = box("trak", full("tkhd", zeros(8) + number(7) + zeros(68)) + edits + media)
        let extends = box("mvex", full("trex", number(7) + number(1) + number(40) + number(0) + number(0)))
        let common = full(
            "pssh",
            version: 1,
            [0x10, 0x77, 0xEF, 0xEC, 0xC0, 0xB2, 0x4D, 0x02, 0xAC, 0xE3, 0x3C, 0x1E, 0x52, 0xE2, 0xFB, 0x4B]
                + number(1) + keyID + number(0)
        )
        let unknown = full("pssh", [UInt8](0x20...0x2F) + number(2) + [1, 2])
        return box("ftyp", Array("iso6".utf8) + zeros(4) + Array("cmfc".utf8))
            + box("moov", full("mvhd", zeros(96)) + track + extends + common + unknown)
    }

    /// Returns a fragment of two samples of 30 bytes.
    private static func fragment(entry: Int, _ more: [UInt8]) -> [UInt8] {
        let header = full("tfhd", flags: 0x02, number(7) + number(entry))
        let run = box("trun", [0, 0, 2, 0] + number(2) + number(30) + number(30))
        let time = full("tfdt", version: 1, zeros(4) + number(800))
        return box("moof", full("mfhd", number(9)) + box("traf", header + time + run + more))
            + box("mdat", zeros(60))
    }

    private static let senc = full(
        "senc",
        flags: 2,
        number(2) + [0, 2, 0, 5] + number(10) + [0, 3] + number(12) + [0, 1, 0, 4] + number(26)
    )

    @Test func tellsWhatASectionSays() throws {
        let file = try Self.inspect(Self.section())
        #expect(file.kind == "mp4" && file.faults.isEmpty, "\(file.faults)")
        let movie = try #require(file.mp4)
        #expect(movie.form == "initialization section")
        #expect(movie.majorBrand == "iso6" && movie.brands == ["cmfc"])
        let track = try #require(movie.tracks.first)
        #expect(
            track.id == 7 && track.handler == "vide" && track.language == "eng" && track.timescale == 1000
        )
        #expect(track.codecs == ["avc1.64001e"] && track.resolution == "320x240")
        #expect(track.entries.map(\.type) == ["encv", "avc1"])
        #expect(track.entries.map(\.originalFormat) == ["avc1", nil])
        #expect(track.edits.first?.mediaTime == 512 && track.edits.first?.rate == 1)
        let protection = try #require(track.entries.first?.protection)
        #expect(
            protection.scheme == "cbcs" && protection.pattern == "1:9" && protection.perSampleIVSize == 0
        )
        #expect(protection.keyID == "a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf")
        #expect(protection.constantIV == "101112131415161718191a1b1c1d1e1f")
        #expect(movie.keySystems.map(\.system) == ["common", nil])
        #expect(movie.keySystems.map(\.keyIDs) == [["a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf"], []])
        #expect(movie.keySystems.map(\.dataSize) == [0, 2])
        #expect(movie.keySystems[1].systemID == "20212223-2425-2627-2829-2a2b2c2d2e2f")
        #expect(movie.boxes.map(\.type) == ["ftyp", "moov"])
        #expect(movie.boxes[1].children.map(\.type) == ["mvhd", "trak", "mvex", "pssh", "pssh"])
        #expect(movie.boxes.map(\.size).reduce(0, +) == file.bytes)
    }

    @Test func tellsWhatFragmentsSay() throws {
        let group = Self.full(
            "sgpd",
            version: 1,
            Array("seig".utf8) + Self.number(37) + Self.number(1) + [0, 0x19, 1, 0] + Self.keyID + [16]
                + Self.iv
        )
        let bytes = Self.section() + Self.fragment(entry: 2, []) + Self.fragment(entry: 1, Self.senc + group)
        let file = try Self.inspect(bytes)
        #expect(file.faults.isEmpty, "\(file.faults)")
        let movie = try #require(file.mp4)
        #expect(movie.form == "fragmented movie" && movie.fragmentCount == 2)
        #expect(movie.tracks.first?.samples == 4 && movie.tracks.first?.fragments == 2)
        // Four samples of 40 ticks, with a time scale of 1000.
        #expect(movie.tracks.first?.duration?.duration == .milliseconds(160))
        #expect(movie.fragments.map(\.scheme) == ["clear", "cbcs"])
        #expect(movie.fragments.map(\.bytes) == [60, 60] && movie.fragments.map(\.duration) == [80, 80])
        #expect(movie.fragments.allSatisfy { $0.sequenceNumber == 9 && $0.decodeTime == 800 })
        let encryption = try #require(movie.fragments[1].encryption)
        #expect(encryption.samples == 2 && encryption.subsamples == 3 && encryption.ivSize == 0)
        #expect(encryption.clearBytes == 12 && encryption.protectedBytes == 48)
        #expect(movie.fragments[1].groups.map(\.keyID) == ["a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf"])
    }

    @Test func aSegmentAloneIsRead() throws {
        let movie = try #require(try Self.inspect(Self.fragment(entry: 1, Self.senc)).mp4)
        #expect(movie.form == "media segment")
        #expect(movie.tracks.map(\.id) == [7] && movie.tracks[0].samples == 2)
        #expect(movie.fragments[0].scheme == nil && movie.fragments[0].duration == nil)
        #expect(movie.fragments[0].encryption?.ivSize == 0)
    }

    @Test func whatIsWrongIsAFault() throws {
        let section = Self.section(scheme: "abcd")
        let intact = try Self.inspect(section)
        #expect(
            intact.faults.isEmpty && intact.mp4?.tracks.first?.entries.first?.protection?.scheme == "abcd"
        )
        // Cut within `moov`, a box header, and media data; and a box with an invalid size.
        let fragment = Self.fragment(entry: 1, Self.senc)
        let damaged: [(name: String, bytes: [UInt8], boxes: [String])] = [
            ("movie", Array(section.prefix(500)), ["ftyp", "moov"]),
            ("header", section + [0, 0, 0], ["ftyp", "moov"]),
            ("media", section + fragment.dropLast(10), ["ftyp", "moov", "moof", "mdat"]),
            ("size", section + Self.number(3) + Array("free".utf8), ["ftyp", "moov"]),
            (
                "senc cut short",
                section + Self.fragment(entry: 1, Self.full("senc", flags: 2, Self.number(9))),
                ["ftyp", "moov", "moof", "mdat"]
            ),
        ]
        for (name, bytes, boxes) in damaged {
            let file = try Self.inspect(bytes)
            #expect(!file.faults.isEmpty, "\(name)")
            #expect(file.mp4?.boxes.map(\.type) == boxes, "\(name)")
            #expect(file.faults.allSatisfy { $0.offset <= UInt64(bytes.count) }, "\(name)")
        }
    }

    @Test func whatDoesNotBeginWithABoxIsNothing() {
        let foreign: [[UInt8]] = [
            Array("In a free country".utf8), [0, 0, 0, 3] + Array("ftyp".utf8),
            [0, 0, 0, 9] + Array("ftyp".utf8),
        ]
        for bytes in foreign {
            #expect(MediaFileInspector.inspectMP4(bytes, named: "a.mp4") == nil)
        }
    }

    /// At most 20,000 boxes are kept.
    @Test func manyBoxesAreCounted() throws {
        let bytes = Self.box("ftyp", Self.zeros(8)) + (0..<30_000).flatMap { _ in Self.box("free", []) }
        let movie = try #require(try Self.inspect(bytes).mp4)
        #expect(movie.boxes.count == 20_000 && movie.hasMoreBoxes)
    }
}
