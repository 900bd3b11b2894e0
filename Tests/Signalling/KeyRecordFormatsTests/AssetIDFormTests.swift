import Testing

@testable import KeyRecordFormats

/// Common mistakes in a requested asset id, and other differences.
struct AssetIDFormTests {
    /// The asset id in the exported file.
    private static let known = Array("movie-42".utf8)
    private static let units = Array("movie-42".utf16)
    private static let littleEndian = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    private static let bigEndian = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }

    /// The bytes that were sent, by name, and the expected mistake.
    static let mistakes: [(name: String, sent: [UInt8], mistake: NearMiss)] = [
        ("capitals", Array("Movie-42".utf8), .letterCase),
        ("percent-encoding", Array("%6dovie%2D42".utf8), .percentEncoding),
        ("UTF-16, little endian", littleEndian, .utf16),
        ("UTF-16, big endian", bigEndian, .utf16),
        ("UTF-16 with a mark, little endian", [0xFF, 0xFE] + littleEndian, .utf16),
        ("UTF-16 with a mark, big endian", [0xFE, 0xFF] + bigEndian, .utf16),
        ("skd://", Array("skd://movie-42".utf8), .extraScheme),
        ("skd:", Array("skd:movie-42".utf8), .extraScheme),
        ("a zero byte", known + [0], .surroundingBytes),
        ("white space", Array(" movie-42\n".utf8), .surroundingBytes),
    ]

    @Test(arguments: mistakes)
    func `A mistake is told`(name: String, sent: [UInt8], mistake: NearMiss) {
        #expect(AssetIDForms(sent).nearMiss(of: Self.known) == mistake)
    }

    /// In UTF-16 these letters have no zero byte.
    @Test(
        arguments: [
            // U+0444 U+0438 U+043B U+044C U+043C.
            [0x44, 0x04, 0x38, 0x04, 0x3B, 0x04, 0x4C, 0x04, 0x3C, 0x04],
            [0x04, 0x44, 0x04, 0x38, 0x04, 0x3B, 0x04, 0x4C, 0x04, 0x3C],
        ] as [[UInt8]]
    )
    func `UTF-16 of letters that are not of Latin is told`(sent: [UInt8]) {
        #expect(AssetIDForms(sent).nearMiss(of: Array("фильм".utf8)) == .utf16)
        #expect(AssetIDForms(sent).nearMiss(of: Array("фильмы".utf8)) == nil)
    }

    static let otherIDs: [(name: String, sent: [UInt8])] = [
        ("another id", Array("movie-43".utf8)), ("a part of it", Array("movie-4".utf8)),
        ("UTF-16 of another id", Array("m\0o\0v\0".utf8)), ("UTF-16 that is cut", littleEndian.dropLast()),
    ]

    @Test(arguments: otherIDs)
    func `Another id is none of them`(name: String, sent: [UInt8]) {
        #expect(AssetIDForms(sent).nearMiss(of: Self.known) == nil)
    }
}
