import Bitstreams

/// How the windows of a channel are laid out (`ics_info()`, ISO/IEC 14496-3, 4.4.2.6).
struct WindowInformation {
    private static let eightShort: UInt64 = 2

    /// Whether there are eight short windows in place of one long one.
    let isShort: Bool
    /// max_sfb: bands of each group that have data.
    let bandCount: Int
    /// Windows of each group.
    private(set) var groups: [Int]
    private let starts: [Int]

    /// Windows of all groups.
    var windowCount: Int { isShort ? 8 : 1 }

    /// Coefficients of a band in one window.
    func bandWidth(_ band: Int) -> Int { starts[band + 1] - starts[band] }

    /// - Parameters:
    ///   - reader: stands at the element.
    ///   - bands: those of the sampling rate.
    /// - Throws: `ParseError` where bits are missing or are none of AAC LC.
    init(_ reader: inout BitReader, bands: ScaleFactorBands) throws(ParseError) {
        try reader.refuse("ics_reserved_bit", "0")
        isShort = try reader.bits(2) == Self.eightShort
        try reader.skip(1)
        let offset = reader.offset
        bandCount = Int(try reader.bits(isShort ? 4 : 6))
        starts = isShort ? bands.short : bands.long
        groups = [1]
        if isShort {
            let grouping = try reader.bits(7)
            for window in (0..<7).reversed() {
                if grouping >> UInt64(window) & 1 == 1 {
                    groups[groups.count - 1] += 1
                } else {
                    groups.append(1)
                }
            }
        } else {
            try reader.refuse("predictor_data_present", "0 of AAC LC")
        }
        guard bandCount < starts.count else {
            throw .invalid(
                offset: offset,
                field: "max_sfb",
                found: "\(bandCount)",
                expected: "at most \(starts.count - 1)"
            )
        }
    }
}

extension BitReader {
    /// Reads a bit that has to be 0.
    mutating func refuse(_ field: String, _ expected: String) throws(ParseError) {
        let offset = offset
        guard try flag() else { return }
        throw .invalid(offset: offset, field: field, found: "1", expected: expected)
    }
}
