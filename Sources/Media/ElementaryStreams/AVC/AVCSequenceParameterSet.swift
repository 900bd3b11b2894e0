package import Bitstreams

/// A sequence parameter set of AVC, as far as the size of its pictures, their pixels and colours (ITU-T H.264, 7.3.2.1.1).
///
/// The usability information tells nothing about the form of slices: where it cannot be read, it says nothing.
package struct AVCSequenceParameterSet: Hashable, Sendable {
    /// profile_idc.
    package let profile: UInt8
    /// constraint_set0_flag to constraint_set5_flag and two zero bits.
    package let constraints: UInt8
    /// level_idc, ten times the level.
    package let level: UInt8
    /// The size of a frame, cropped.
    package let pictureSize: PictureSize
    /// chroma_format_idc, 0 to 3.
    package let chromaFormatIndicator: UInt8
    /// Bits of a luma sample, 8 to 14.
    package let lumaDepth: UInt8
    /// Bits of a chroma sample, 8 to 14.
    package let chromaDepth: UInt8
    /// Pixels and colours; nil where nothing is told of them.
    package let signal: VideoSignal?

    /// Whether the set tells the format of chroma, and `avcC` has to say it once more.
    package var tellsChromaFormat: Bool { Self.profilesWithChroma.contains(profile) }

    /// Whether pictures are of the same profile, level, size and form as those of another set.
    package func hasPictures(of other: Self) -> Bool {
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
    /// Whether slices have chroma: ChromaArrayType is not 0.
    let hasChroma: Bool
    /// Bits of frame_num.
    let frameNumberWidth: Int
    /// How slices tell their picture order count.
    let pictureOrder: AVCPictureOrder
    /// frame_mbs_only_flag.
    let hasFramesOnly: Bool
    /// PicSizeInMapUnits.
    let mapUnits: Int

    /// The largest identifier.
    static let largestIdentifier = 31
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
        var reader = NALUnitBitReader(unit, at: offset)
        try reader.skip(AVCNALUnit.headerSize * 8)
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
        let columns = try Self.macroblocks(&reader)
        let rows = try Self.macroblocks(&reader)
        mapUnits = Int(columns * rows)
        hasFramesOnly = try reader.flag()
        // mb_adaptive_frame_field_flag, direct_8x8_inference_flag
        if !hasFramesOnly { try reader.skip(1) }
        try reader.skip(1)
        let fields: UInt32 = hasFramesOnly ? 1 : 2
        pictureSize = try CroppingWindow(
            ifPresent: &reader,
            unitWidth: format.chroma.horizontalUnit,
            unitHeight: format.chroma.verticalUnit * fields
        ).cropped(width: columns * 16, height: rows * 16 * fields, at: reader.offset)
        let hasSignal = (try? reader.flag()) ?? false
        signal = hasSignal ? try? VideoSignal(&reader) : nil
    }

    private static func macroblocks(_ reader: inout NALUnitBitReader) throws(ParseError) -> UInt32 {
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
