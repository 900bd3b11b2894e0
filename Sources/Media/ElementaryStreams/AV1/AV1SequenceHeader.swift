package import Bitstreams

/// The part of sequence_header_obu that frame headers depend on (AV1, 5.5.1).
package struct AV1SequenceHeader: Hashable, Sendable {
    /// seq_profile: 0 to 2.
    let profile: UInt8
    /// reduced_still_picture_header.
    let isReducedStillPicture: Bool
    /// The operating points, the preferred one first; never empty.
    package let operatingPoints: [AV1OperatingPoint]
    /// The decoder model, or nil if decoder_model_info_present_flag is not set.
    let decoderModel: AV1DecoderModel?
    /// Indicates whether frame headers have frame_presentation_time: with a decoder model, unless
    /// equal_picture_interval is set.
    let hasPresentationTimes: Bool
    /// The width of frame_width_minus_1, in bits.
    let widthLength: Int
    /// The width of frame_height_minus_1, in bits.
    let heightLength: Int
    /// The largest size of a frame, in luma samples.
    package let maximumSize: PictureSize
    /// The widths of frame ids, or nil if frame_id_numbers_present_flag is not set.
    let frameIDs: AV1FrameIDLengths?
    /// use_128x128_superblock.
    let hasLargeSuperblocks: Bool
    /// The coding tools that frames may use.
    let tools: AV1SequenceTools
    /// enable_superres.
    let hasSuperResolution: Bool
    /// enable_cdef.
    let hasDirectionalEnhancement: Bool
    /// enable_restoration.
    let hasRestoration: Bool
    /// The bit depth, planes and chroma subsampling.
    package let color: AV1ColorConfiguration
    /// film_grain_params_present.
    let hasFilmGrain: Bool

    private static let highestProfile: UInt8 = 2

    /// Parses a sequence header.
    ///
    /// - Parameters:
    ///   - payload: the payload of the OBU, or at least the part that contains the header.
    ///   - offset: the offset of the payload in the stream, for errors.
    /// - Throws: `.truncated` if `payload` ends within the header, `.invalid` if a field has a forbidden
    ///   value.
    package init(_ payload: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        var reader = BitReader(payload, at: offset)
        profile = UInt8(try reader.bits(3))
        guard profile <= Self.highestProfile else {
            throw .invalid(
                offset: offset,
                field: "seq_profile",
                found: "\(profile)",
                expected: "at most \(Self.highestProfile)"
            )
        }
        let isStillPicture = try reader.flag()
        isReducedStillPicture = try reader.flag()
        guard isStillPicture || !isReducedStillPicture else {
            throw .invalid(
                offset: offset,
                field: "reduced_still_picture_header",
                found: "1 without still_picture",
                expected: "0"
            )
        }
        if isReducedStillPicture {
            // seq_level_idx
            try reader.skip(5)
            (decoderModel, hasPresentationTimes) = (nil, false)
            operatingPoints = [.whole]
        } else {
            let timing = try AV1TimingInfo(ifPresent: &reader)
            decoderModel = timing?.decoderModel
            hasPresentationTimes = timing?.hasPresentationTimes ?? false
            operatingPoints = try Self.operatingPoints(&reader, decoderModel: decoderModel)
        }
        widthLength = Int(try reader.bits(4)) + 1
        heightLength = Int(try reader.bits(4)) + 1
        maximumSize = PictureSize(
            width: UInt32(try reader.bits(widthLength)) + 1,
            height: UInt32(try reader.bits(heightLength)) + 1
        )
        let hasFrameIDs = try isReducedStillPicture ? false : reader.flag()
        frameIDs = try hasFrameIDs ? AV1FrameIDLengths(&reader) : nil
        hasLargeSuperblocks = try reader.flag()
        // enable_filter_intra, enable_intra_edge_filter
        try reader.skip(2)
        tools = try isReducedStillPicture ? .reduced : AV1SequenceTools(&reader)
        hasSuperResolution = try reader.flag()
        hasDirectionalEnhancement = try reader.flag()
        hasRestoration = try reader.flag()
        color = try AV1ColorConfiguration(&reader, profile: profile)
        hasFilmGrain = try reader.flag()
        try reader.skipTrailingBits()
    }

    private static func operatingPoints(
        _ reader: inout BitReader,
        decoderModel: AV1DecoderModel?
    ) throws(ParseError) -> [AV1OperatingPoint] {
        let hasDisplayDelay = try reader.flag()
        var points: [AV1OperatingPoint] = []
        for _ in 0...(try reader.bits(5)) {
            points.append(
                try AV1OperatingPoint(&reader, decoderModel: decoderModel, hasDisplayDelay: hasDisplayDelay)
            )
        }
        return points
    }
}

/// The coding tools that frames of a sequence may use, as far as frame headers depend on them (AV1, 5.5.1).
struct AV1SequenceTools: Hashable, Sendable {
    /// A value that is the same for all frames, or is in each frame header.
    enum Choice: Hashable, Sendable {
        /// SELECT_SCREEN_CONTENT_TOOLS or SELECT_INTEGER_MV: the value is in each frame header.
        case perFrame
        /// The same for all frames.
        case fixed(Bool)

        /// Returns the value, and reads it if each frame header has one.
        func value(_ reader: inout BitReader) throws(ParseError) -> Bool {
            switch self {
            case .perFrame: try reader.flag()
            case .fixed(let value): value
            }
        }
    }

    /// The tools that reduced_still_picture_header implies.
    static let reduced = AV1SequenceTools()

    /// enable_warped_motion.
    private(set) var hasWarpedMotion = false
    /// enable_ref_frame_mvs.
    private(set) var hasReferenceFrameMotion = false
    /// seq_force_screen_content_tools.
    private(set) var screenContent = Choice.perFrame
    /// seq_force_integer_mv.
    private(set) var integerMotion = Choice.perFrame
    /// OrderHintBits, 0 if enable_order_hint is not set.
    private(set) var orderHintLength = 0

    private init() {}

    /// Parses the fields of the sequence header from enable_interintra_compound to order_hint_bits_minus_1.
    ///
    /// - Parameter reader: positioned at enable_interintra_compound; advanced past order_hint_bits_minus_1.
    /// - Throws: `ParseError` if bits are missing.
    init(_ reader: inout BitReader) throws(ParseError) {
        // enable_interintra_compound, enable_masked_compound
        try reader.skip(2)
        hasWarpedMotion = try reader.flag()
        // enable_dual_filter
        try reader.skip(1)
        let hasOrderHints = try reader.flag()
        if hasOrderHints {
            // enable_jnt_comp
            try reader.skip(1)
            hasReferenceFrameMotion = try reader.flag()
        }
        screenContent = try reader.flag() ? .perFrame : .fixed(reader.flag())
        if screenContent != .fixed(false) {
            integerMotion = try reader.flag() ? .perFrame : .fixed(reader.flag())
        }
        if hasOrderHints { orderHintLength = Int(try reader.bits(3)) + 1 }
    }
}

/// The part of timing_info and decoder_model_info that frame headers depend on (AV1, 5.5.1 and 5.5.3).
struct AV1TimingInfo {
    /// The decoder model, or nil if decoder_model_info_present_flag is not set.
    let decoderModel: AV1DecoderModel?
    /// Indicates whether frame headers have frame_presentation_time.
    let hasPresentationTimes: Bool

    /// Parses timing and decoder model, or returns nil if timing_info_present_flag is not set.
    ///
    /// - Parameter reader: positioned at timing_info_present_flag; advanced past decoder_model_info.
    /// - Throws: `ParseError` if bits are missing.
    init?(ifPresent reader: inout BitReader) throws(ParseError) {
        guard try reader.flag() else { return nil }
        // num_units_in_display_tick, time_scale
        try reader.skip(64)
        let hasEqualIntervals = try reader.flag()
        // num_ticks_per_picture_minus_1
        if hasEqualIntervals { try reader.skipVariableLengthCode() }
        decoderModel = try reader.flag() ? AV1DecoderModel(&reader) : nil
        hasPresentationTimes = decoderModel != nil && !hasEqualIntervals
    }
}
