package import Bitstreams

/// An HEVC sequence parameter set of the base layer (ITU-T H.265, 7.3.2.2.1).
package struct HEVCSequenceParameterSet: Hashable, Sendable {
    /// Profile, tier and level.
    package let profileTierLevel: HEVCProfileTierLevel
    /// The size of a picture after cropping, in luma samples.
    package let pictureSize: PictureSize
    /// The pixel aspect ratio and colors, or nil without VUI.
    package let signal: VideoSignal?
    /// sps_max_sub_layers_minus1 + 1, 1 to 7.
    package let subLayerCount: UInt8
    /// sps_temporal_id_nesting_flag.
    package let hasTemporalNesting: Bool
    /// chroma_format_idc, 0 to 3.
    package var chromaFormatIndicator: UInt8 { UInt8(format.chroma.format.rawValue) }
    /// The bit depth of luma samples, 8 to 16.
    package var lumaDepth: UInt8 { UInt8(format.lumaDepth) }
    /// The bit depth of chroma samples, 8 to 16.
    package var chromaDepth: UInt8 { UInt8(format.chromaDepth) }

    /// field_seq_flag: pictures are fields.
    package let hasFields: Bool

    /// Indicates whether pictures have the same profile, tier, level, size and sample format as those of
    /// another set.
    package func hasSamePictureFormat(as other: Self) -> Bool {
        profileTierLevel == other.profileTierLevel && pictureSize == other.pictureSize
            && format == other.format
    }

    /// sps_seq_parameter_set_id, 0 to 15.
    let identifier: Int
    /// The sample format.
    let format: HEVCSampleFormat
    /// The width of slice_pic_order_cnt_lsb, in bits.
    let pictureOrderWidth: Int
    /// The number of coding tree blocks in a row of a picture.
    let blockColumns: Int
    /// The number of coding tree blocks in a column of a picture.
    let blockRows: Int
    /// sample_adaptive_offset_enabled_flag.
    let hasSampleAdaptiveOffset: Bool
    /// The fields about reference pictures that slice headers depend on.
    let references: HEVCSequenceReferences
    /// Indicates whether slices have use_integer_mv_flag: motion_vector_resolution_control_idc is 2.
    let hasIntegerMVFlag: Bool

    /// The largest sps_seq_parameter_set_id.
    static let largestIdentifier = 15

    /// Parses a sequence parameter set.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit, header included.
    ///   - offset: the offset of the first byte in the stream.
    /// - Throws: `ParseError` if bits are missing or a field has a forbidden value.
    package init(_ unit: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        var reader = NALUnitBitReader(unit, at: offset)
        // the NAL unit header and sps_video_parameter_set_id
        try reader.skip(HEVCNALUnitKind.headerSize * 8 + 4)
        let subLayersMinus1 = try reader.bits(3, "sps_max_sub_layers_minus1", atMost: 6)
        subLayerCount = UInt8(subLayersMinus1) + 1
        hasTemporalNesting = try reader.flag()
        profileTierLevel = try HEVCProfileTierLevel(&reader, subLayersMinus1: subLayersMinus1)
        identifier = try reader.number("sps_seq_parameter_set_id", atMost: Self.largestIdentifier)
        let chroma = try HEVCChroma(&reader)
        let size = try HEVCCodedSize(&reader)
        pictureSize = try CroppingWindow(
            ifPresent: &reader,
            unitWidth: chroma.arrayType.horizontalUnit,
            unitHeight: chroma.arrayType.verticalUnit
        ).cropped(width: size.width, height: size.height, at: reader.offset)
        format = try HEVCSampleFormat(&reader, chroma: chroma)
        pictureOrderWidth = try reader.number("log2_max_pic_order_cnt_lsb_minus4", atMost: 12) + 4
        // sps_max_dec_pic_buffering_minus1, sps_max_num_reorder_pics, sps_max_latency_increase_plus1: for
        // each sub-layer or only for the highest.
        try reader.skipNumbers(3 * (try reader.flag() ? subLayersMinus1 + 1 : 1))
        let blockSize = try HEVCCodingBlocks.treeBlockSize(&reader)
        blockColumns = (Int(size.width) + blockSize - 1) / blockSize
        blockRows = (Int(size.height) + blockSize - 1) / blockSize
        hasSampleAdaptiveOffset = try HEVCCodingBlocks.readTools(&reader)
        references = try HEVCSequenceReferences(&reader, pictureOrderWidth: pictureOrderWidth)
        // strong_intra_smoothing_enabled_flag
        try reader.skip(1)
        let vui = try reader.flag() ? try HEVCVUIParameters(&reader, subLayersMinus1: subLayersMinus1) : nil
        signal = vui?.signal
        hasFields = vui?.hasFields ?? false
        hasIntegerMVFlag = try HEVCSequenceExtensions.readIntegerMotionVectorControl(&reader, format: format)
    }
}

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

/// The fields of an HEVC sequence parameter set about reference pictures (ITU-T H.265, 7.3.2.2.1).
struct HEVCSequenceReferences: Hashable, Sendable {
    /// The short-term reference picture sets that slices can select.
    let shortTermSets: [HEVCShortTermReferencePictureSet]
    /// long_term_ref_pics_present_flag.
    let hasLongTerm: Bool
    /// used_by_curr_pic_lt_sps_flag of each long-term picture that slices can select.
    let usesOfLongTerm: [Bool]
    /// sps_temporal_mvp_enabled_flag.
    let hasTemporalMVP: Bool

    /// The largest number of short-term sets.
    private static let setLimit = 64
    /// The largest number of long-term pictures.
    private static let longTermLimit = 32

    /// Reads num_short_term_ref_pic_sets to sps_temporal_mvp_enabled_flag.
    init(_ reader: inout NALUnitBitReader, pictureOrderWidth: Int) throws(ParseError) {
        var sets: [HEVCShortTermReferencePictureSet] = []
        for _ in 0..<(try reader.number("num_short_term_ref_pic_sets", atMost: Self.setLimit)) {
            sets.append(try HEVCShortTermReferencePictureSet(&reader, after: sets, isInSlice: false))
        }
        shortTermSets = sets
        hasLongTerm = try reader.flag()
        var uses: [Bool] = []
        if hasLongTerm {
            for _ in 0..<(try reader.number("num_long_term_ref_pics_sps", atMost: Self.longTermLimit)) {
                // lt_ref_pic_poc_lsb_sps
                try reader.skip(pictureOrderWidth)
                uses.append(try reader.flag())
            }
        }
        usesOfLongTerm = uses
        hasTemporalMVP = try reader.flag()
    }
}
