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
