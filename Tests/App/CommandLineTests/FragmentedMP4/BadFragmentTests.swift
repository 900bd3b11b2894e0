import Foundation
import Testing

/// Fragmented MP4 that cannot be protected: the error has location and reason, no key is minted, nothing is
/// written.
struct BadFragmentTests {
    /// A change to a file of the sample, and words of the expected message.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let file: String
        let words: [String]
        let change: @Sendable (Data) throws -> Data

        static func section(
            _ name: String,
            _ words: String...,
            change: @escaping @Sendable (Data) throws -> Data
        ) -> Case {
            Case(testDescription: name, file: "init.mp4", words: words, change: change)
        }

        static func segment(
            _ name: String,
            _ words: String...,
            change: @escaping @Sendable (Data) throws -> Data
        ) -> Case {
            Case(testDescription: name, file: "segment1.m4s", words: words, change: change)
        }
    }

    private static func number(_ value: UInt32) -> Data {
        Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) })
    }

    /// Replaces bytes at an offset from the end of the first occurrence of a box type.
    private static func setting(
        _ type: String,
        _ offset: Int,
        _ bytes: [UInt8]
    ) -> @Sendable (Data) throws -> Data {
        { data in
            let start = try #require(data.firstRange(of: Data(type.utf8))).upperBound + offset
            var changed = data
            changed.replaceSubrange(start..<start + bytes.count, with: bytes)
            return changed
        }
    }

    private static func renaming(_ type: String, to other: String) -> @Sendable (Data) throws -> Data {
        setting(type, -type.utf8.count, Array(other.utf8))
    }

    private static let large = number((16 << 20) + 8)
    private static let zeros = Data(count: 16 << 20)

    static let cases: [Case] = [
        .section("large section", "larger than one can be", "16777216") {
            $0 + large + Data("free".utf8) + zeros
        },
        .section("empty section", "the first bytes are those of no known kind of media") { _ in Data() },
        .section("section cut short", "byte ") { $0.dropLast() },
        .section(
            "another codec",
            "'vp09' of track 1",
            "--method aes-128",
            change: renaming("avc1\0", to: "vp09")
        ),
        .section("encv alone", "no 'sinf' in box 'encv'", change: renaming("avc1\0", to: "encv")),
        .section("lengths of three bytes", "lengthSizeMinusOne 2", change: setting("avcC", 4, [0xFE])),
        .section("no mvex", "without 'mvex'", change: renaming("mvex", to: "free")),
        .section("timescale 0", "timescale 0", change: setting("mdhd", 12, [0, 0, 0, 0])),
        .section("samples in moov", "4294967295 samples", change: setting("stsz", 8, [255, 255, 255, 255])),
        .segment("mdat in front of moof", "byte 0", "'mdat' that belongs to no 'moof'") { data in
            let start = try #require(data.firstRange(of: Data("mdat".utf8))).lowerBound - 4
            let end = start + data[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            return data[start..<end] + data[..<start] + data[end...]
        },
        .segment("large moof", "byte 0", "more than 16 MiB") { _ in large + Data("moof".utf8) + zeros },
        .segment("box of 7 bytes", "byte 0", "box size 7") { number(7) + $0.dropFirst(4) },
        .segment("segment cut short", "expected 14419 bytes") { $0.dropLast() },
        .segment("unknown track", "track_ID of 'tfhd' 99", change: setting("tfhd", 4, [0, 0, 0, 99])),
        .segment(
            "many samples",
            "expected 34359738360 bytes",
            change: setting("trun", 4, [255, 255, 255, 255])
        ),
        .segment("a second senc", "encrypted already", change: renaming("tfdt", to: "senc")),
        .segment(
            "NAL unit over the end",
            "sample 1 of track 1",
            "NAL unit length 4294967295",
            change: setting("mdat", 0, [255, 255, 255, 255])
        ),
        .segment(
            "NAL unit of no bytes",
            "NAL unit length 0",
            change: setting("mdat", 0, [0, 0, 0, 0])
        ),
    ]

    @Test(arguments: cases)
    func `It is refused`(bad: Case) throws {
        let workspace = try Workspace()
        let playlist = try workspace.copy(.fragmentedMP4)
        let name = "in/video/240p/" + bad.file
        try workspace.write(bad.change(try workspace.data(name)), to: name)
        let outcome = try workspace.protectSamples(playlist)
        outcome.fails(65, "video/240p/index.m3u8:", bad.file)
        for word in bad.words { #expect(outcome.errors.contains(word), "\(outcome.errors)") }
        #expect(try workspace.hasEmptyStore)
        #expect(!workspace.exists("out"))
    }
}
