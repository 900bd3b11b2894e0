import ElementaryStreams
import TestRandomness
import Testing

/// NAL units of byte streams, and the offset of the first start code (ITU-T H.264, B.1).
struct AnnexBScannerTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let first: Int
        let units: [AnnexBNALUnit]

        init(_ name: String, _ bytes: [UInt8], first: Int, _ units: [AnnexBNALUnit] = []) {
            testDescription = name
            self.bytes = bytes
            self.first = first
            self.units = units
        }
    }

    static func unit(_ range: Range<Int>, pair: Bool = false) -> AnnexBNALUnit {
        AnnexBNALUnit(range: range, hasZeroPair: pair)
    }

    static let cases = [
        Case("nothing", [], first: 0),
        Case("no start code", [1, 2, 3], first: 3),
        Case("zero bytes only", [0, 0, 0, 0], first: 4),
        Case("half a start code", [9, 0, 0], first: 3),
        Case("a unit", [0, 0, 1, 9, 8], first: 0, [unit(3..<5)]),
        Case("zero_byte", [0, 0, 0, 1, 9, 8], first: 0, [unit(4..<6)]),
        Case("leading_zero_8bits", [0, 0, 0, 0, 1, 9], first: 1, [unit(5..<6)]),
        Case("bytes before", [7, 7, 0, 0, 1, 9], first: 2, [unit(5..<6)]),
        Case("bytes and zero_byte before", [7, 0, 0, 0, 1, 9], first: 1, [unit(5..<6)]),
        Case(
            "a zero pair before the first unit",
            [0, 0, 3, 0, 0, 1, 9],
            first: 3,
            [unit(6..<7)]
        ),
        Case("two units", [0, 0, 1, 9, 0, 0, 1, 8], first: 0, [unit(3..<4), unit(7..<8)]),
        Case(
            "trailing_zero_8bits",
            [0, 0, 1, 9, 0, 0, 0, 0, 0, 1, 8, 0, 0, 0],
            first: 0,
            [unit(3..<4), unit(10..<11)]
        ),
        Case("a zero byte at the end", [0, 0, 1, 9, 0], first: 0, [unit(3..<4)]),
        Case("an empty unit", [0, 0, 1, 0, 0, 1, 8], first: 0, [unit(3..<3), unit(6..<7)]),
        Case("a unit of zero bytes", [0, 0, 1, 0, 0, 0, 0, 1, 8], first: 0, [unit(3..<3), unit(8..<9)]),
        Case("a start code at the end", [0, 0, 1, 9, 0, 0, 1], first: 0, [unit(3..<4), unit(7..<7)]),
        Case("emulation prevention", [0, 0, 1, 9, 0, 0, 3, 1], first: 0, [unit(3..<8, pair: true)]),
        Case("emulation prevention at the end", [0, 0, 1, 9, 0, 0, 3], first: 0, [unit(3..<7, pair: true)]),
        Case(
            "a zero pair that need not be escaped",
            [0, 0, 1, 9, 0, 0, 4],
            first: 0,
            [unit(3..<7, pair: true)]
        ),
        Case("a zero pair in the header", [0, 0, 1, 0, 0, 2], first: 0, [unit(3..<6, pair: true)]),
        Case("zero bytes apart", [0, 0, 1, 9, 0, 1, 0, 3], first: 0, [unit(3..<8)]),
        Case(
            "a zero pair in the first of two units",
            [0, 0, 1, 9, 0, 0, 3, 0, 0, 1, 8],
            first: 0,
            [unit(3..<7, pair: true), unit(10..<11)]
        ),
        Case(
            "a zero pair in the second of two units",
            [0, 0, 1, 9, 0, 0, 1, 8, 0, 0, 3],
            first: 0,
            [unit(3..<4), unit(7..<11, pair: true)]
        ),
    ]

    @Test(arguments: cases)
    func `Units and the first start code are found`(_ example: Case) {
        var units: [AnnexBNALUnit] = []
        #expect(AnnexBScanner.scan(example.bytes.span, into: &units) == example.first)
        #expect(units == example.units)
    }

    /// The scanner works in blocks, but other bytes before a stream must not change its NAL units.
    @Test(arguments: cases)
    func `Units are found wherever they are`(_ example: Case) {
        for shift in 1...200 {
            let bytes = [UInt8](repeating: 7, count: shift) + example.bytes
            let behind = [UInt8](repeating: 0, count: 150)
            var units: [AnnexBNALUnit] = []
            #expect(AnnexBScanner.scan(bytes.span, into: &units) == example.first + shift)
            let expected = example.units.map { unit in
                Self.unit(
                    unit.range.lowerBound + shift..<unit.range.upperBound + shift,
                    pair: unit.hasZeroPair
                )
            }
            #expect(units == expected, "shift \(shift)")
            units = []
            _ = AnnexBScanner.scan((bytes + behind).span, into: &units)
            #expect(units == expected, "shift \(shift), zero bytes behind")
        }
    }

    @Test func `Units are appended`() {
        var units = [Self.unit(1..<2)]
        #expect(AnnexBScanner.scan(([0, 0, 1, 9] as [UInt8]).span, into: &units) == 0)
        #expect(units == [Self.unit(1..<2), Self.unit(3..<4)])
    }

    @Test(arguments: UInt64(1)...300)
    func `Random streams are cut as a byte by byte search cuts them`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let alphabet = UInt8.random(in: 1...6, using: &generator)
        let count = Int.random(in: 0...600, using: &generator)
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...alphabet, using: &generator) }
        var units: [AnnexBNALUnit] = []
        let first = AnnexBScanner.scan(bytes.span, into: &units)
        let expected = Self.search(bytes)
        #expect(first == expected.first, "seed \(seed)")
        #expect(units == expected.units, "seed \(seed)")
    }

    @Test(arguments: UInt64(1)...200)
    func `The first three bytes of a range that need emulation prevention are found`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let largest = [3, 6, 30].randomElement(using: &generator) ?? 30 as UInt8
        let bytes = (0..<300).map { _ in UInt8.random(in: 0...largest, using: &generator) }
        for _ in 0..<60 {
            let start = Int.random(in: 0...bytes.count, using: &generator)
            let longest = [12, 300].randomElement(using: &generator) ?? 300
            let end = Int.random(in: start...min(bytes.count, start + longest), using: &generator)
            let expected = (start..<max(start, end - 2)).first {
                bytes[$0] == 0 && bytes[$0 + 1] == 0 && bytes[$0 + 2] <= 3
            }
            let found = ZeroPairs.firstBeforeAtMost3(in: bytes.span, start..<end)
            #expect(found == expected, "seed \(seed), \(start)..<\(end)")
        }
    }

    /// One unit more than the limit is kept, which shows that there are too many.
    @Test(arguments: [0, 1, 3, 9, 10, 11])
    func `A limit holds however far the units extend`(limit: Int) {
        let bytes = (0..<10).flatMap { _ in [0, 0, 1, 9] as [UInt8] }
        var units: [AnnexBNALUnit] = []
        _ = AnnexBScanner.scan(bytes.span, into: &units, limit: limit)
        let starts = stride(from: 3, to: bytes.count, by: 4).prefix(limit + 1)
        #expect(units == starts.map { Self.unit($0..<$0 + 1) })
    }

    /// Finds NAL units by definition: each ends before the next start code, without trailing zero bytes.
    private static func search(_ bytes: [UInt8]) -> (first: Int, units: [AnnexBNALUnit]) {
        let codes = bytes.indices.dropLast(2).filter {
            bytes[$0] == 0 && bytes[$0 + 1] == 0 && bytes[$0 + 2] == 1
        }
        guard let code = codes.first else { return (bytes.count, []) }
        let units = codes.indices.map { index in
            let start = codes[index] + 3
            let limit = index + 1 < codes.count ? codes[index + 1] : bytes.count
            let end = bytes[start..<limit].lastIndex { $0 != 0 }.map { $0 + 1 } ?? start
            let pair = (start..<max(start, end - 1)).contains { bytes[$0] == 0 && bytes[$0 + 1] == 0 }
            return unit(start..<end, pair: pair)
        }
        return (code > 0 && bytes[code - 1] == 0 ? code - 1 : code, units)
    }
}
