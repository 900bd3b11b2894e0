import Bitstreams

/// The pixel aspect ratio and colors in the VUI of AVC and HEVC.
///
/// These are its first fields, which are the same in both (ITU-T H.264, E.1.1; H.265, E.2.1).
package struct VideoSignal: Hashable, Sendable {
    /// The ratio of width to height of a pixel.
    package struct AspectRatio: Hashable, Sendable {
        /// sar_width, not 0.
        package let width: UInt16
        /// sar_height, not 0.
        package let height: UInt16
    }

    /// The meaning of sample values as colors (ITU-T H.273).
    package struct Colors: Hashable, Sendable {
        /// colour_primaries.
        package let primaries: UInt8
        /// transfer_characteristics.
        package let transferCharacteristics: UInt8
        /// matrix_coeffs.
        package let matrixCoefficients: UInt8
        /// video_full_range_flag.
        package let isFullRange: Bool
    }

    /// The pixel aspect ratio, or nil if it is not signalled or unspecified.
    package let aspectRatio: AspectRatio?
    /// The colors, or nil if they are not signalled.
    package let colors: Colors?

    /// The aspect_ratio_idc after which the ratio itself follows.
    private static let extendedAspectRatio: UInt64 = 255
    /// The ratios for aspect_ratio_idc, from 1 on (ITU-T H.264 table E-1).
    private static let aspectRatios: [(UInt16, UInt16)] = [
        (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33), (18, 11),
        (15, 11), (64, 33), (160, 99), (4, 3), (3, 2), (2, 1),
    ]

    /// Parses the first fields of the VUI.
    ///
    /// - Parameter reader: positioned at aspect_ratio_info_present_flag; advanced to
    ///   chroma_loc_info_present_flag.
    /// - Throws: `ParseError` if bits are missing.
    init(_ reader: inout NALUnitBitReader) throws(ParseError) {
        aspectRatio = try reader.flag() ? try Self.aspectRatio(&reader) : nil
        // overscan_appropriate_flag
        if try reader.flag() { try reader.skip(1) }
        guard try reader.flag() else {
            colors = nil
            return
        }
        // video_format
        try reader.skip(3)
        let isFullRange = try reader.flag()
        guard try reader.flag() else {
            colors = nil
            return
        }
        colors = Colors(
            primaries: UInt8(try reader.bits(8)),
            transferCharacteristics: UInt8(try reader.bits(8)),
            matrixCoefficients: UInt8(try reader.bits(8)),
            isFullRange: isFullRange
        )
    }

    private static func aspectRatio(_ reader: inout NALUnitBitReader) throws(ParseError) -> AspectRatio? {
        let indicator = try reader.bits(8)
        if indicator == extendedAspectRatio {
            let width = UInt16(try reader.bits(16))
            let height = UInt16(try reader.bits(16))
            return width > 0 && height > 0 ? AspectRatio(width: width, height: height) : nil
        }
        guard indicator > 0, indicator <= aspectRatios.count else { return nil }
        let (width, height) = aspectRatios[Int(indicator) - 1]
        return AspectRatio(width: width, height: height)
    }
}
