import Bitstreams

/// The envelopes of an SBR frame (`sbr_grid()`, ISO/IEC 14496-3, 4.4.2.8).
struct SBRGrid {
    /// The frequency resolution of each envelope: true if it is high.
    private(set) var hasHighResolution: [Bool] = []
    /// Indicates whether there is a single envelope with fixed borders, which always has steps of 1.5 dB.
    private(set) var isSingleFixed = false

    /// The number of noise floors.
    var noiseCount: Int { hasHighResolution.count > 1 ? 2 : 1 }

    /// The largest number of envelopes with fixed borders.
    private static let maximumFixedEnvelopes = 4
    /// The largest number of envelopes with variable borders.
    private static let maximumEnvelopes = 5

    /// Parses the grid.
    ///
    /// - Parameter reader: positioned at the grid; advanced past it.
    /// - Throws: `ParseError` if bits are missing or there are more envelopes than SBR allows.
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
            // If only the trailing border is variable (FIXVAR), the resolutions are coded in reverse order.
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

    /// Skips variable borders and bs_pointer, and returns the number of envelopes.
    private static func skipBorders(
        isLeading: Bool,
        isTrailing: Bool,
        _ reader: inout BitReader
    ) throws(ParseError) -> Int {
        let borderCount = (isLeading ? 1 : 0) + (isTrailing ? 1 : 0)
        try reader.skip(2 * borderCount)
        var relativeBorderCount = 0
        for _ in 0..<borderCount { relativeBorderCount += Int(try reader.bits(2)) }
        try reader.skip(2 * relativeBorderCount)
        // bs_pointer has Ceil(Log2(count + 1)) bits.
        let count = relativeBorderCount + 1
        try reader.skip(Int.bitWidth - count.leadingZeroBitCount)
        return count
    }
}
