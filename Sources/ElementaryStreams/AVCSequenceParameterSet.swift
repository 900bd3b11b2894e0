package import Bitstreams

/// A sequence parameter set of AVC, as far as the size of its pictures (ITU-T H.264, 7.3.2.1.1).
package struct AVCSequenceParameterSet: Hashable, Sendable {
    /// profile_idc.
    package let profile: UInt8
    /// constraint_set0_flag to constraint_set5_flag and two zero bits.
    package let constraints: UInt8
    /// level_idc, ten times the level.
    package let level: UInt8
    /// The size of a frame, cropped.
    package let pictureSize: PictureSize

    /// The profiles whose parameter sets tell the format of chroma.
    private static let profilesWithChroma: Set<UInt8> = [
        100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135,
    ]
    /// The most macroblocks in a row or column of a picture: far above level 6.2, and far from overflow.
    private static let maximumMacroblocks: UInt32 = 1 << 12

    /// - Parameters:
    ///   - unit: the NAL unit with its header.
    ///   - offset: where it stands in the stream.
    /// - Throws: `ParseError` where bits are missing or a field has an excluded value.
    package init(_ unit: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        let payload = RawByteSequencePayload.bytes(of: unit.dropFirst(AVCNALUnit.headerSize))
        var reader = BitReader(payload[...], at: offset + UInt64(AVCNALUnit.headerSize))
        profile = UInt8(try reader.bits(8))
        constraints = UInt8(try reader.bits(8))
        level = UInt8(try reader.bits(8))
        _ = try reader.unsignedExponentialGolomb()
        let chroma = try Self.profilesWithChroma.contains(profile) ? Self.chroma(&reader) : .subsampled
        // log2_max_frame_num_minus4
        _ = try reader.unsignedExponentialGolomb()
        try Self.skipPictureOrder(&reader)
        // max_num_ref_frames, gaps_in_frame_num_value_allowed_flag
        _ = try reader.unsignedExponentialGolomb()
        try reader.skip(1)
        let width = try Self.macroblocks(&reader) * 16
        let mapUnits = try Self.macroblocks(&reader)
        let hasFramesOnly = try reader.flag()
        // mb_adaptive_frame_field_flag, direct_8x8_inference_flag
        if !hasFramesOnly { try reader.skip(1) }
        try reader.skip(1)
        let fields: UInt32 = hasFramesOnly ? 1 : 2
        pictureSize = try CroppingWindow(
            ifPresent: &reader,
            unitWidth: chroma.horizontalUnit,
            unitHeight: chroma.verticalUnit * fields
        ).cropped(width: width, height: mapUnits * 16 * fields, at: reader.offset)
    }

    private static func chroma(_ reader: inout BitReader) throws(ParseError) -> ChromaFormat {
        var chroma = try ChromaFormat(&reader)
        // separate_colour_plane_flag: each plane is then coded as a picture without colours.
        if chroma == .full, try reader.flag() { chroma = .monochrome }
        // bit depths, qpprime_y_zero_transform_bypass_flag
        _ = try reader.unsignedExponentialGolomb()
        _ = try reader.unsignedExponentialGolomb()
        try reader.skip(1)
        if try reader.flag() {
            let isFull = chroma == .full
            for index in 0..<(isFull ? 12 : 8) where try reader.flag() {
                try skipScalingList(&reader, count: index < 6 ? 16 : 64)
            }
        }
        return chroma
    }

    /// scaling_list (7.3.2.1.1.1).
    private static func skipScalingList(_ reader: inout BitReader, count: Int) throws(ParseError) {
        var last: Int32 = 8
        for _ in 0..<count {
            last = (last &+ (try reader.signedExponentialGolomb())) & 0xFF
            if last == 0 { return }
        }
    }

    /// pic_order_cnt_type and what belongs to it.
    private static func skipPictureOrder(_ reader: inout BitReader) throws(ParseError) {
        switch try reader.unsignedExponentialGolomb() {
        case 0: _ = try reader.unsignedExponentialGolomb()
        case 1:
            try reader.skip(1)
            _ = try reader.signedExponentialGolomb()
            _ = try reader.signedExponentialGolomb()
            for _ in 0..<(try reader.unsignedExponentialGolomb()) { _ = try reader.signedExponentialGolomb() }
        default: break
        }
    }

    private static func macroblocks(_ reader: inout BitReader) throws(ParseError) -> UInt32 {
        let offset = reader.offset
        let count = try reader.unsignedExponentialGolomb()
        guard count < maximumMacroblocks else {
            throw .invalid(
                offset: offset,
                field: "size of the picture",
                found: "\(UInt64(count) + 1) macroblocks",
                expected: "at most \(maximumMacroblocks)"
            )
        }
        return count + 1
    }
}
