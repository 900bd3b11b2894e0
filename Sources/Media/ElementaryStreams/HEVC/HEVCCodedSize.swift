import Bitstreams

/// The size of HEVC pictures before cropping, in luma samples (ITU-T H.265, 7.3.2.2.1).
struct HEVCCodedSize: Hashable, Sendable {
    /// pic_width_in_luma_samples.
    let width: UInt32
    /// pic_height_in_luma_samples.
    let height: UInt32

    /// The largest width or height, almost four times that of level 6.2.
    private static let maximumSide: UInt32 = 1 << 16

    init(_ reader: inout NALUnitBitReader) throws(ParseError) {
        width = try Self.side("pic_width_in_luma_samples", &reader)
        height = try Self.side("pic_height_in_luma_samples", &reader)
    }

    private static func side(
        _ field: String,
        _ reader: inout NALUnitBitReader
    ) throws(ParseError) -> UInt32 {
        let offset = reader.offset
        let side = try reader.unsignedExponentialGolomb()
        guard (1...maximumSide).contains(side) else {
            throw .invalid(
                offset: offset,
                field: field,
                found: "\(side)",
                expected: "1 to \(maximumSide)"
            )
        }
        return side
    }
}
