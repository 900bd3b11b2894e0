import Bitstreams

/// What is cut off the pictures of AVC and HEVC on each side (ITU-T H.264, 7.4.2.1.1; H.265, 7.4.3.2.1).
struct CroppingWindow: Hashable, Sendable {
    /// Luma samples that are cut off left and right, together.
    private let columns: UInt64
    /// Luma samples that are cut off at the top and at the bottom, together.
    private let rows: UInt64

    /// Reads the flag and, where it is set, four offsets.
    ///
    /// - Parameters:
    ///   - reader: stands at the flag.
    ///   - unitWidth: luma samples of one step of a horizontal offset.
    ///   - unitHeight: luma samples of one step of a vertical offset.
    /// - Throws: `ParseError` where bits are missing.
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

    /// What is left of a picture.
    ///
    /// - Parameters:
    ///   - width: of the coded picture.
    ///   - height: of the coded picture.
    ///   - offset: where the window stands in the stream, for errors.
    /// - Returns: the size of the picture that is shown.
    /// - Throws: `ParseError` where nothing is left.
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
