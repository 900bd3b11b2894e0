import Bitstreams

/// The fields of an HEVC slice segment header that do not depend on parameter sets (ITU-T H.265, 7.3.6.1).
struct HEVCSliceSegmentStart: Hashable, Sendable {
    /// first_slice_segment_in_pic_flag.
    let isFirst: Bool
    /// slice_pic_parameter_set_id.
    let pictureParameterSetID: Int

    /// Reads the fields up to slice_pic_parameter_set_id.
    init(_ reader: inout NALUnitBitReader, isRandomAccess: Bool) throws(ParseError) {
        isFirst = try reader.flag()
        // no_output_of_prior_pics_flag
        if isRandomAccess { try reader.skip(1) }
        pictureParameterSetID = try reader.number(
            "slice_pic_parameter_set_id",
            atMost: HEVCPictureParameterSet.largestIdentifier
        )
    }
}

/// The rest of an HEVC slice segment header (ITU-T H.265, 7.3.6.1), parsed only to find its length.
struct HEVCSliceHeader {
    var reader: NALUnitBitReader
    let nalUnitHeader: HEVCNALUnitHeader
    let sequenceSet: HEVCSequenceParameterSet
    let pictureSet: HEVCPictureParameterSet
    /// NumPicTotalCurr: the number of pictures that the slice may refer to.
    var referencePictureCount = 0
    /// slice_temporal_mvp_enabled_flag.
    var hasTemporalMVP = false

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - reader: positioned after slice_pic_parameter_set_id.
    ///   - nalUnitHeader: the header of the NAL unit.
    ///   - sequenceSet: the active sequence parameter set.
    ///   - pictureSet: the active picture parameter set.
    init(
        _ reader: NALUnitBitReader,
        nalUnitHeader: HEVCNALUnitHeader,
        sequenceSet: HEVCSequenceParameterSet,
        pictureSet: HEVCPictureParameterSet
    ) {
        self.reader = reader
        self.nalUnitHeader = nalUnitHeader
        self.sequenceSet = sequenceSet
        self.pictureSet = pictureSet
    }

    /// Reads the header to its end.
    ///
    /// - Parameter isFirst: first_slice_segment_in_pic_flag.
    /// - Returns: the number of bytes in the stream from the NAL unit header to the end of byte_alignment.
    /// - Throws: `ParseError` if bits are missing or a field has a forbidden value.
    mutating func measure(isFirst: Bool) throws(ParseError) -> Int {
        let isDependent = isFirst ? false : try readAddress()
        if !isDependent { try readIndependent() }
        if pictureSet.tilesAndWavefronts.hasEntryPoints { try readEntryPoints() }
        if pictureSet.hasSliceHeaderExtension {
            try reader.skip(8 * (try reader.number("slice_segment_header_extension_length", atMost: 256)))
        }
        try readAlignment()
        return reader.consumedBytes
    }

    /// Reads dependent_slice_segment_flag, which it returns, and slice_segment_address.
    private mutating func readAddress() throws(ParseError) -> Bool {
        let isDependent = try reader.flag(if: pictureSet.hasDependentSegments)
        let blockCount = sequenceSet.blockColumns * sequenceSet.blockRows
        let width = NALUnitBitReader.width(ofChoices: blockCount)
        _ = try reader.bits(width, "slice_segment_address", atMost: blockCount - 1)
        return isDependent
    }

    /// Reads the fields that a dependent slice segment copies from the segment before it.
    private mutating func readIndependent() throws(ParseError) {
        // slice_reserved_flag
        try reader.skip(pictureSet.extraSliceHeaderBits)
        let type = HEVCSliceType(rawValue: try reader.number("slice_type", atMost: 2)) ?? .intra
        // pic_output_flag, colour_plane_id
        if pictureSet.hasOutputFlag { try reader.skip(1) }
        if sequenceSet.format.chroma.hasSeparatePlanes { try reader.skip(2) }
        if !nalUnitHeader.isIDR { try readReferenceSets() }
        if pictureSet.extensions.refersToCurrentPicture { referencePictureCount += 1 }
        var hasAdaptiveOffset = false
        if sequenceSet.hasSampleAdaptiveOffset {
            hasAdaptiveOffset = try reader.flag()
            if sequenceSet.format.hasChroma, try reader.flag() { hasAdaptiveOffset = true }
        }
        if type != .intra { try readPrediction(type) }
        try readQuantization()
        try readFilters(hasAdaptiveOffset: hasAdaptiveOffset)
    }

    /// Reads the fields from slice_qp_delta to cu_chroma_qp_offset_enabled_flag.
    private mutating func readQuantization() throws(ParseError) {
        try reader.skipNumbers(1)
        // slice_cb_qp_offset, slice_cr_qp_offset
        if pictureSet.hasSliceChromaOffsets { try reader.skipNumbers(2) }
        // slice_act_y_qp_offset, slice_act_cb_qp_offset, slice_act_cr_qp_offset
        if pictureSet.extensions.hasSliceColorTransformOffsets { try reader.skipNumbers(3) }
        if pictureSet.extensions.hasChromaOffsetList { try reader.skip(1) }
    }

    /// Reads the fields from deblocking_filter_override_flag to slice_loop_filter_across_slices_enabled_flag.
    private mutating func readFilters(hasAdaptiveOffset: Bool) throws(ParseError) {
        // slice_deblocking_filter_disabled_flag is inferred from the picture parameter set, not as 0.
        var isDeblocked = !pictureSet.disablesDeblocking
        if pictureSet.overridesDeblocking, try reader.flag() {
            isDeblocked = try !reader.flag()
            // slice_beta_offset_div2, slice_tc_offset_div2
            if isDeblocked { try reader.skipNumbers(2) }
        }
        if pictureSet.filtersAcrossSlices, hasAdaptiveOffset || isDeblocked { try reader.skip(1) }
    }

    private mutating func readEntryPoints() throws(ParseError) {
        let limit = pictureSet.tilesAndWavefronts.entryPointLimit(blockRows: sequenceSet.blockRows)
        let count = try reader.number("num_entry_point_offsets", atMost: limit)
        guard count > 0 else { return }
        // entry_point_offset_minus1
        try reader.skip(count * (try reader.number("offset_len_minus1", atMost: 31) + 1))
    }

    /// Reads byte_alignment (7.3.2.5): a one bit, and zero bits to the end of the byte.
    private mutating func readAlignment() throws(ParseError) {
        let offset = reader.offset
        let isOne = try reader.flag()
        let isFilled = try reader.bits(reader.bitsToByteEnd) == 0
        guard isOne, isFilled else {
            throw .invalid(
                offset: offset,
                field: "byte_alignment",
                found: "with wrong bits",
                expected: "a one bit, then zero bits"
            )
        }
    }
}

/// slice_type (ITU-T H.265 table 7-7).
enum HEVCSliceType: Int, Hashable, Sendable {
    /// B.
    case bipredicted
    /// P.
    case predicted
    /// I.
    case intra

    /// The number of reference picture lists.
    var listCount: Int {
        switch self {
        case .bipredicted: 2
        case .predicted: 1
        case .intra: 0
        }
    }
}
