import Bitstreams
import TestRandomness
import Testing

struct UTF16ByteOrderTests {
    /// Returns a text in UTF-16 after its byte order mark.
    private static func bytes(_ units: [UInt16], isBig: Bool) -> [UInt8] {
        ([0xFEFF] + units).flatMap { unit -> [UInt8] in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBig ? [high, low] : [low, high]
        }
    }

    @Test(arguments: [true, false], ["", "WEBVTT", "é\u{0}\u{FFFF}", "👩‍🚀 a \u{10FFFF}"])
    func readsText(isBig: Bool, text: String) throws {
        let bytes = Self.bytes(Array(text.utf16), isBig: isBig)
        let order = try #require(UTF16ByteOrder(bytes[...]))
        #expect(try order.utf8(bytes) == Array(text.utf8))
        #expect(order.starts(bytes[...], with: "WEBVTT") == (text == "WEBVTT"))
    }

    @Test(arguments: [[], [0xFE], [0xEF, 0xBB, 0xBF], [0xFE, 0xFE], [0x57, 0x00]] as [[UInt8]])
    func needsAMark(bytes: [UInt8]) {
        #expect(UTF16ByteOrder(bytes[...]) == nil)
    }

    /// The error has the offset of the unpaired surrogate.
    @Test(
        arguments: [
            ([0x61, 0xD800], 4), ([0xD800, 0x61], 2), ([0x61, 0xDC00, 0x61], 4),
            ([0xD83D, 0xDE80, 0xDE80], 6), ([0xD800, 0xD800, 0xDC00], 2),
        ] as [([UInt16], UInt64)],
        [true, false]
    )
    func refusesHalves(_ text: (units: [UInt16], offset: UInt64), isBig: Bool) throws {
        let bytes = Self.bytes(text.units, isBig: isBig)
        let order = try #require(UTF16ByteOrder(bytes[...]))
        let error = #expect(throws: ParseError.self) { try order.utf8(bytes) }
        #expect(error?.offset == text.offset)
    }

    @Test func refusesHalfAUnit() throws {
        let bytes: [UInt8] = [0xFF, 0xFE, 0x57]
        let error = #expect(throws: ParseError.self) { try UTF16ByteOrder(bytes[...])?.utf8(bytes) }
        #expect(error?.offset == 2)
    }

    /// Compares with the standard library's validation, which is an independent implementation.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func agreesWithTheStandardLibrary(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let edges: [UInt16] = [0x41, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFE]
        for _ in 0..<200 {
            let units = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
                edges.randomElement(using: &random)
            }
            let bytes = Self.bytes(units, isBig: seed.isMultiple(of: 2))
            let order = try #require(UTF16ByteOrder(bytes[...]))
            let expected = String(validating: units, as: UTF16.self).map { Array($0.utf8) }
            #expect((try? order.utf8(bytes)) == expected, "seed \(seed), \(units)")
        }
    }
}
