import HLSPlaylists
import PlaylistFixtures
import Testing

/// The scanner works in blocks and words; its results must not depend on positions within them.
@Suite struct ScannerTests {
    /// Returns a document whose second line has `length` letters.
    private static func line(_ length: Int) -> [UInt8] {
        Array("#EXTM3U\n".utf8) + Array(repeating: UInt8(ascii: "a"), count: length)
    }

    @Test(arguments: [1, 3, 8, 63, 64, 65, 127, 4095, 4096, 4097])
    func findsEveryLine(length: Int) throws {
        let line = Array(repeating: UInt8(ascii: "a"), count: length - 1) + [10]
        let count = 3 * 4096 / length + 3
        let bytes = Self.line(0) + Array(repeating: line, count: count).joined()
        let parsed = try PlaylistDocument(parsing: bytes)
        #expect(parsed.lines.count == count + 1)
        #expect(parsed.lines.dropFirst().allSatisfy { $0.content.count == length - 1 })
        #expect(parsed.serialized() == bytes)
    }

    /// Lines whose lengths repeat with another period than the blocks.
    @Test(arguments: 0..<70)
    func findsLinesAtEachPlaceOfABlock(length: Int) throws {
        let bytes = Self.line(length) + (0..<300).flatMap { Self.line($0 * 7 % 13).dropFirst(8 - $0 % 2) }
        let expected = bytes.split(separator: 10, omittingEmptySubsequences: false)
        let parsed = try PlaylistDocument(parsing: bytes)
        #expect(parsed.lines.map(\.content) == (expected.last == [] ? expected.dropLast() : expected))
    }

    @Test(
        arguments: [
            [0x00], [0x1F], [0x7F], [0x0B], [0xC2, 0x80], [0xC2, 0x9F], [0xFF], [0xE6, 0x97],
        ] as [[UInt8]],
        [0, 1, 7, 8, 9, 55, 56, 63, 64, 120, 4095, 4096, 5000]
    )
    func findsWhatIsNotText(found: [UInt8], column: Int) {
        for tail in [0, 1, 7, 64, 200] {
            let bytes = Self.line(column) + found + Self.line(tail)
            let error = problem { try PlaylistDocument(parsing: bytes) }
            #expect(error?.line == 2)
            #expect(error?.column == column + 1)
        }
    }

    @Test(arguments: [[0x09], [0x0D], [0x20], [0x7E], [0xC2, 0xA0], [0xF0, 0x9F, 0x8E, 0xAC]] as [[UInt8]])
    func acceptsText(text: [UInt8]) throws {
        for column in 0..<130 {
            let bytes = Self.line(column) + text + [UInt8(ascii: "b"), 10] + Self.line(70)
            let parsed = try PlaylistDocument(parsing: bytes)
            #expect(parsed.lines.count == 4)
            #expect(parsed.serialized() == bytes)
        }
    }

    static let otherEncodings: [([UInt8], DocumentProblem)] = [
        ([0xFF, 0xFE, 0x23, 0x00, 0x45, 0x00], .utf16),
        ([0xFE, 0xFF, 0x00, 0x23], .utf16),
        (Array("#\0E\0X\0T\0".utf8), .utf16),
        (Array("\0#\0E\0X\0T".utf8), .utf16),
        (Array("#EXTM3U\r#EXTINF:1,\ra.ts\r".utf8), .loneCarriageReturns),
    ]

    @Test(arguments: otherEncodings)
    func namesTheEncoding(bytes: [UInt8], expected: DocumentProblem) {
        #expect(problem { try PlaylistDocument(parsing: bytes) }?.problem == .document(expected))
    }

    @Test func readsOneLongLine() throws {
        let bytes = Self.line(8 << 20)
        let parsed = try PlaylistDocument(parsing: bytes)
        #expect(parsed.lines.count == 2)
        #expect(try parsed.line(2).kind == .uri)
    }

    private static let blanks = String(repeating: " ", count: 60)
    static let keyLines: [(String, Bool)] = [
        ("#EXT-X-KEY\(blanks)", true),
        ("#EXT-X-KEY\(blanks):A=1", true),
        ("#EXT-X-KEY\t:A=1", true),
        ("#EXT-X-KEY:", true),
        ("#EXT-X-KEYX:A=1", false),
        ("#EXT-X-KE", false),
        ("#EXT-X-KE:Y", false),
        ("#EXT-X-KEY\(blanks)X", false),
        ("#EXT-X-KEYü", false),
        ("#EXT", false),
        ("#EXT:", false),
        ("#EXT :", false),
    ]

    @Test(arguments: keyLines)
    func tellsKeyLines(text: String, isKey: Bool) throws {
        let parsed = try document("#EXTM3U\n\(text)")
        #expect(try parsed.line(2).kind == (isKey ? .tag(.key) : .unknownTag))
        #expect(parsed.lineNumbers(tagged: .key) == (isKey ? [2] : []))
    }
}
