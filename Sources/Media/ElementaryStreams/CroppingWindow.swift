import Bitstreams

/// The cropping of AVC and HEVC pictures (ITU-T H.264, 7.4.2.1.1; H.265, 7.4.3.2.1).
struct CroppingWindow: Hashable, Sendable {
    /// The number of luma samples cut off left and right, in total.
    private let columns: UInt64
    /// The number of luma samples cut off at the top and bottom, in total.
    private let rows: UInt64

    /// Reads the flag and, if it is set, four offsets.
    ///
    /// - Parameters:
    ///   - reader: positioned at the flag; advanced past the offsets.
    ///   - unitWidth: the unit of horizontal offsets, in luma samples.
    ///   - unitHeight: the unit of vertical offsets, in luma samples.
    /// - Throws: `ParseError` if bits are missing or a field has a forbidden value.
    init(ifPresent reader: inout NALUnitBitReader, unitWidth: UInt32, unitHeight: UInt32) throws(ParseError) {
        guard try reader.flag() else {
            columns = 0
            rows = 0
            return
        }
        let left = UInt64(try reader.unsignedExponentialGolomb())
        let right = UInt64(try reader.unsignedExponentialGolomb())
        let top = UInt64(try reader.unsignedExponentialGolomb())
        let bottom = UInt64(try reader.unsignedExponentialGolomb())
        columns = (left + right) * UInt64(unitWidth)
        rows = (top + bottom) * UInt64(unitHeight)
    }

    /// Returns the size of a picture after cropping.
    ///
    /// - Parameters:
    ///   - width: the width of the coded picture, in luma samples.
    ///   - height: the height of the coded picture, in luma samples.
    ///   - offset: the offset of the cropping window in the stream, for errors.
    /// - Returns: the size of the output picture.
    /// - Throws: `ParseError` if nothing is left.
    func cropped(width: UInt32, height: UInt32, at offset: UInt64) throws(ParseError) -> PictureSize {
        guard columns < UInt64(width), rows < UInt64(height) else {
            throw .invalid(
                offset: offset,
                field: "cropping",
                found: "of \(columns) by \(rows) samples",
                expected: "less than the picture, \(width) by \(height)"
            )
        }
        return PictureSize(width: width - UInt32(columns), height: height - UInt32(rows))
    }
}
