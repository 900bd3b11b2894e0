import Bitstreams

/// The envelopes of a frame of SBR (`sbr_grid()`, ISO/IEC 14496-3, 4.4.2.8).
struct BandReplicationGrid {
    /// Whether each envelope has high frequency resolution.
    private(set) var hasHighResolution: [Bool] = []
    /// Whether it is one envelope with fixed borders, which is always in fine steps.
    private(set) var isSingleFixed = false

    /// Envelopes of noise floors.
    var noiseCount: Int { hasHighResolution.count > 1 ? 2 : 1 }

    /// The most envelopes with fixed borders.
    private static let maximumFixedEnvelopes = 4
    /// The most envelopes with variable borders.
    private static let maximumEnvelopes = 5

    /// - Parameter reader: stands at the grid; afterwards behind it.
    /// - Throws: `ParseError` where bits are missing or there are more envelopes than SBR allows.
    init(_ reader: inout BitReader) throws(ParseError) {
        let offset = reader.offset
        let frameClass = try reader.bits(2)
        let count: Int
        if frameClass == 0 {
            count = 1 << Int(try reader.bits(2))
            isSingleFixed = count == 1
            hasHighResolution = Array(repeating: try reader.flag(), count: count)
        } else {
            count = try Self.skipBorders(
                isLeading: frameClass & 2 != 0,
                isTrailing: frameClass & 1 != 0,
                &reader
            )
            for _ in 0..<count { hasHighResolution.append(try reader.flag()) }
            // With a variable trailing border alone they stand in reverse order.
            if frameClass == 1 { hasHighResolution.reverse() }
        }
        let maximum = frameClass == 0 ? Self.maximumFixedEnvelopes : Self.maximumEnvelopes
        guard count <= maximum else {
            throw .invalid(
                offset: offset,
                field: "bs_num_env",
                found: "\(count)",
                expected: "at most \(maximum)"
            )
        }
    }

    /// Passes over variable borders and the pointer, and counts envelopes.
    private static func skipBorders(
        isLeading: Bool,
        isTrailing: Bool,
        _ reader: inout BitReader
    ) throws(ParseError) -> Int {
        let sides = (isLeading ? 1 : 0) + (isTrailing ? 1 : 0)
        try reader.skip(2 * sides)
        var relative = 0
        for _ in 0..<sides { relative += Int(try reader.bits(2)) }
        try reader.skip(2 * relative)
        // bs_pointer has values 0 to count + 1, less one.
        let count = relative + 1
        try reader.skip(Int.bitWidth - count.leadingZeroBitCount)
        return count
    }
}
