package import Bitstreams

/// An AVC sequence parameter set up to its pixel aspect ratio and colors (ITU-T H.264, 7.3.2.1.1).
///
/// Slice headers do not depend on VUI, so VUI that cannot be parsed is ignored.
package struct AVCSequenceParameterSet: Hashable, Sendable {
    /// profile_idc.
    package let profile: UInt8
    /// constraint_set0_flag to constraint_set5_flag and two zero bits.
    package let constraints: UInt8
    /// level_idc, ten times the level.
    package let level: UInt8
    /// The size of a frame after cropping, in luma samples.
    package let pictureSize: PictureSize
    /// chroma_format_idc, 0 to 3.
    package let chromaFormatIndicator: UInt8
    /// The bit depth of luma samples, 8 to 14.
    package let lumaDepth: UInt8
    /// The bit depth of chroma samples, 8 to 14.
    package let chromaDepth: UInt8
    /// The pixel aspect ratio and colors, or nil without VUI that can be parsed.
    package let signal: VideoSignal?

    /// Indicates whether the set signals the chroma format, which `avcC` then has to repeat.
    package var signalsChromaFormat: Bool { Self.profilesWithChroma.contains(profile) }

    /// Indicates whether pictures have the same profile, level, size and sample format as those of another
    /// set.
    package func hasSamePictureFormat(as other: Self) -> Bool {
        (profile, constraints, level, chromaFormatIndicator, lumaDepth, chromaDepth)
            == (
                other.profile, other.constraints, other.level, other.chromaFormatIndicator, other.lumaDepth,
                other.chromaDepth
            )
            && pictureSize == other.pictureSize
    }

    /// seq_parameter_set_id, 0 to 31.
    let identifier: Int
    /// separate_colour_plane_flag.
    let hasSeparatePlanes: Bool
    /// Indicates whether slices have chroma: ChromaArrayType is not 0.
    let hasChroma: Bool
    /// The width of frame_num, in bits.
    let frameNumberWidth: Int
    /// The fields of slice headers for the picture order count.
    let pictureOrder: AVCPictureOrder
    /// frame_mbs_only_flag.
    let hasFramesOnly: Bool
    /// PicSizeInMapUnits.
    let mapUnitCount: Int

    /// The largest seq_parameter_set_id.
    static let largestIdentifier = 31
    /// The profiles whose parameter sets signal the chroma format.
    private static let profilesWithChroma: Set<UInt8> = [
        100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135,
    ]
    /// The largest width or height in macroblocks: far above level 6.2, and far from overflow.
    private static let maximumMacroblocks: UInt32 = 1 << 12

    /// Parses a sequence parameter set.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit, header included.
    ///   - offset: the offset of the first byte in the stream.
    /// - Throws: `ParseError` if bits are missing or a field has a forbidden value.
    package init(_ unit: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        var reader = NALUnitBitReader(unit, at: offset)
        try reader.skip(AVCNALUnitKind.headerSize * 8)
        profile = UInt8(try reader.bits(8))
        constraints = UInt8(try reader.bits(8))
        level = UInt8(try reader.bits(8))
        identifier = try reader.number("seq_parameter_set_id", atMost: Self.largestIdentifier)
        let format = try Self.profilesWithChroma.contains(profile) ? AVCSampleFormat(&reader) : .baseline
        hasSeparatePlanes = format.hasSeparatePlanes
        hasChroma = format.chroma != .monochrome
        chromaFormatIndicator = format.chromaFormatIndicator
        lumaDepth = format.lumaDepth
        chromaDepth = format.chromaDepth
        frameNumberWidth = try reader.number("log2_max_frame_num_minus4", atMost: 12) + 4
        pictureOrder = try AVCPictureOrder(&reader)
        // max_num_ref_frames, gaps_in_frame_num_value_allowed_flag
        _ = try reader.unsignedExponentialGolomb()
        try reader.skip(1)
        let columns = try Self.macroblocks("pic_width_in_mbs_minus1", &reader)
        let rows = try Self.macroblocks("pic_height_in_map_units_minus1", &reader)
        mapUnitCount = Int(columns * rows)
        hasFramesOnly = try reader.flag()
        // mb_adaptive_frame_field_flag, direct_8x8_inference_flag
        if !hasFramesOnly { try reader.skip(1) }
        try reader.skip(1)
        let fieldCount: UInt32 = hasFramesOnly ? 1 : 2
        pictureSize = try CroppingWindow(
            ifPresent: &reader,
            unitWidth: format.chroma.horizontalUnit,
            unitHeight: format.chroma.verticalUnit * fieldCount
        ).cropped(width: columns * 16, height: rows * 16 * fieldCount, at: reader.offset)
        let hasSignal = (try? reader.flag()) ?? false
        signal = hasSignal ? try? VideoSignal(&reader) : nil
    }

    private static func macroblocks(
        _ field: String,
        _ reader: inout NALUnitBitReader
    ) throws(ParseError) -> UInt32 {
        let offset = reader.offset
        let count = try reader.unsignedExponentialGolomb()
        guard count < maximumMacroblocks else {
            throw .invalid(
                offset: offset,
                field: field,
                found: "\(count)",
                expected: "less than \(maximumMacroblocks)"
            )
        }
        return count + 1
    }
}

/// The fields of AVC slice headers for the picture order count (ITU-T H.264, 7.3.2.1.1 and 7.3.3).
enum AVCPictureOrder: Hashable, Sendable {
    /// pic_order_cnt_type 0: pic_order_cnt_lsb, with `width` bits.
    case leastSignificantBits(width: Int)
    /// pic_order_cnt_type 1 without delta_pic_order_always_zero_flag: delta_pic_order_cnt.
    case deltas
    /// No fields.
    case none

    /// Reads pic_order_cnt_type and the fields that depend on it.
    init(_ reader: inout NALUnitBitReader) throws(ParseError) {
        switch try reader.number("pic_order_cnt_type", atMost: 2) {
        case 0:
            let width = try reader.number("log2_max_pic_order_cnt_lsb_minus4", atMost: 12) + 4
            self = .leastSignificantBits(width: width)
        case 1:
            self = try reader.flag() ? .none : .deltas
            // offset_for_non_ref_pic, offset_for_top_to_bottom_field, offset_for_ref_frame
            try reader.skipNumbers(2)
            try reader.skipNumbers(try reader.number("num_ref_frames_in_pic_order_cnt_cycle", atMost: 255))
        default:
            self = .none
        }
    }
}

/// The chroma format in an AVC sequence parameter set, with the fields next to it (ITU-T H.264, 7.3.2.1.1).
struct AVCSampleFormat: Hashable, Sendable {
    /// ChromaArrayType: the chroma format, or monochrome if color planes are coded separately.
    let chroma: ChromaFormat
    /// separate_colour_plane_flag.
    let hasSeparatePlanes: Bool
    /// chroma_format_idc, 0 to 3.
    let chromaFormatIndicator: UInt8
    /// The bit depth of luma samples.
    let lumaDepth: UInt8
    /// The bit depth of chroma samples.
    let chromaDepth: UInt8

    /// The format for profiles that do not signal one: 4:2:0 with 8 bits.
    static let baseline = AVCSampleFormat(chroma: .yuv420, hasSeparatePlanes: false)

    private init(chroma: ChromaFormat, hasSeparatePlanes: Bool) {
        self.chroma = chroma
        self.hasSeparatePlanes = hasSeparatePlanes
        chromaFormatIndicator = UInt8(chroma.rawValue)
        lumaDepth = 8
        chromaDepth = 8
    }

    /// Reads chroma_format_idc to the last scaling list.
    init(_ reader: inout NALUnitBitReader) throws(ParseError) {
        let coded = try ChromaFormat(&reader)
        hasSeparatePlanes = try reader.flag(if: coded == .yuv444)
        chroma = hasSeparatePlanes ? .monochrome : coded
        chromaFormatIndicator = UInt8(coded.rawValue)
        lumaDepth = UInt8(try reader.number("bit_depth_luma_minus8", atMost: 6)) + 8
        chromaDepth = UInt8(try reader.number("bit_depth_chroma_minus8", atMost: 6)) + 8
        // qpprime_y_zero_transform_bypass_flag
        try reader.skip(1)
        if try reader.flag() {
            for index in 0..<(coded == .yuv444 ? 12 : 8) where try reader.flag() {
                try Self.skipScalingList(&reader, count: index < 6 ? 16 : 64)
            }
        }
    }

    /// Skips scaling_list (7.3.2.1.1.1).
    private static func skipScalingList(_ reader: inout NALUnitBitReader, count: Int) throws(ParseError) {
        var last: Int32 = 8
        for _ in 0..<count {
            last = (last &+ (try reader.signedExponentialGolomb())) & 0xFF
            if last == 0 { return }
        }
    }
}
