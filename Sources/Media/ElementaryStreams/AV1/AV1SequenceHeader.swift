package import Bitstreams

/// What applies to all frames of a coded video sequence, sequence_header_obu, as far as frame headers depend on it
/// (AV1, 5.5.1).
package struct AV1SequenceHeader: Hashable, Sendable {
    /// seq_profile: 0 to 2.
    package let profile: UInt8
    /// reduced_still_picture_header.
    let isReducedStillPicture: Bool
    /// The operating points, the preferred one first; never empty.
    package let operatingPoints: [AV1OperatingPoint]
    /// Nil where decoder_model_info_present_flag is not set.
    let decoderModel: AV1DecoderModel?
    /// Whether frame headers have frame_presentation_time: with a decoder model, and no equal_picture_interval.
    let hasPresentationTimes: Bool
    /// Bits of frame_width_minus_1.
    let widthLength: Int
    /// Bits of frame_height_minus_1.
    let heightLength: Int
    /// The largest size of a frame, in luma samples.
    package let maximumSize: PictureSize
    /// Nil where frame_id_numbers_present_flag is not set.
    let frameIDs: AV1FrameIDLengths?
    /// use_128x128_superblock.
    let hasLargeSuperblocks: Bool
    /// What frames may use.
    let tools: AV1SequenceTools
    /// enable_superres.
    let hasSuperResolution: Bool
    /// enable_cdef.
    let hasDirectionalEnhancement: Bool
    /// enable_restoration.
    let hasRestoration: Bool
    /// Planes and their subsampling.
    package let color: AV1ColorConfiguration
    /// film_grain_params_present.
    let hasFilmGrain: Bool

    private static let highestProfile: UInt8 = 2

    /// - Parameters:
    ///   - payload: the payload of the unit, or as much of its start as the header takes.
    ///   - offset: where it stands in the stream.
    /// - Throws: `.truncated` where it ends inside of the header; others where it cannot be parsed.
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
            let timing = try AV1Timing(ifPresent: &reader)
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
