import Bitstreams

/// The layout of the windows of a channel (`ics_info()`, ISO/IEC 14496-3, 4.4.2.6).
struct WindowInformation {
    private static let eightShort: UInt64 = 2

    /// Indicates whether there are eight short windows instead of one long window.
    let isShort: Bool
    /// max_sfb: the number of bands with data in each group.
    let bandCount: Int
    /// The number of windows in each group.
    private(set) var groupLengths: [Int]
    private let bandOffsets: [Int]

    /// The number of windows in all groups.
    var windowCount: Int { isShort ? 8 : 1 }

    /// Returns the number of coefficients of a band in one window.
    func bandWidth(_ band: Int) -> Int { bandOffsets[band + 1] - bandOffsets[band] }

    /// Parses the element.
    ///
    /// - Parameters:
    ///   - reader: positioned at `ics_info()`; advanced past it.
    ///   - bands: the scale factor bands of the sampling rate.
    /// - Throws: `ParseError` if bits are missing or the syntax is not that of AAC LC.
    init(_ reader: inout BitReader, bands: ScaleFactorBands) throws(ParseError) {
        try reader.requireZeroBit("ics_reserved_bit", "0")
        isShort = try reader.bits(2) == Self.eightShort
        try reader.skip(1)
        let offset = reader.offset
        bandCount = Int(try reader.bits(isShort ? 4 : 6))
        bandOffsets = isShort ? bands.shortWindowOffsets : bands.longWindowOffsets
        groupLengths = [1]
        if isShort {
            let grouping = try reader.bits(7)
            for window in (0..<7).reversed() {
                if grouping >> UInt64(window) & 1 == 1 {
                    groupLengths[groupLengths.count - 1] += 1
                } else {
                    groupLengths.append(1)
                }
            }
        } else {
            try reader.requireZeroBit("predictor_data_present", "0 of AAC LC")
        }
        guard bandCount < bandOffsets.count else {
            throw .invalid(
                offset: offset,
                field: "max_sfb",
                found: "\(bandCount)",
                expected: "at most \(bandOffsets.count - 1)"
            )
        }
    }
}

extension BitReader {
    /// Reads a bit, and throws if it is not 0.
    mutating func requireZeroBit(_ field: String, _ expected: String) throws(ParseError) {
        let offset = offset
        guard try flag() else { return }
        throw .invalid(offset: offset, field: field, found: "1", expected: expected)
    }
}
