/// A node in the syntax tree of a pattern.
indirect enum PatternNode: Sendable {
    case characters(PatternCharacters)
    case sequence([PatternNode])
    case alternatives([PatternNode])
    /// A repetition from `least` to `most` times, without a maximum if `most` is nil.
    case repeated(PatternNode, least: Int, most: Int?)
}

/// A set of Unicode scalars, given by ranges or by their complement.
struct PatternCharacters: Sendable {
    var ranges: [ClosedRange<UInt32>]
    var isNegated = false

    static let any = PatternCharacters(ranges: [], isNegated: true)
    static let digits = PatternCharacters(ranges: [0x30...0x39])
    static let wordCharacters = PatternCharacters(ranges: [
        0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A,
    ])
    static let spaces = PatternCharacters(ranges: [0x09...0x0D, 0x20...0x20])

    var negated: PatternCharacters { PatternCharacters(ranges: ranges, isNegated: !isNegated) }

    init(ranges: [ClosedRange<UInt32>], isNegated: Bool = false) {
        self.ranges = ranges
        self.isNegated = isNegated
    }

    init(_ scalar: Unicode.Scalar) {
        self.init(ranges: [scalar.value...scalar.value])
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        ranges.contains { $0.contains(scalar.value) } != isNegated
    }

    /// The ranges of the set, complemented if it is negated.
    var positiveRanges: [ClosedRange<UInt32>] {
        guard isNegated else { return ranges }
        var gaps: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound > next { gaps.append(next...(range.lowerBound - 1)) }
            next = max(next, range.upperBound + 1)
        }
        return gaps + [next...0x10FFFF]
    }
}
