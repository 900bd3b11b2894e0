import Bitstreams

/// A parser of one frame header, uncompressed_header (AV1, 5.9.2).
///
/// Extensions parse the structures in it, each in its own file. The properties get the values of their syntax
/// elements as these are read.
struct AV1FrameHeaderParser {
    let sequence: AV1SequenceHeader
    let layer: AV1Layer
    var reader: BitReader
    var references: AV1ReferenceFrames

    var type = AV1FrameType.key
    /// show_frame.
    var isShown = true
    /// showable_frame.
    var isShowable = false
    /// error_resilient_mode.
    var isErrorResilient = true
    /// allow_screen_content_tools.
    var allowsScreenContent = false
    /// force_integer_mv.
    var forcesIntegerMotion = false
    /// current_frame_id.
    var frameID: UInt32 = 0
    /// frame_size_override_flag.
    var overridesSize = false
    /// OrderHint.
    var orderHint = 0
    /// primary_ref_frame, or nil for PRIMARY_REF_NONE.
    var primaryReference: Int?
    /// refresh_frame_flags.
    var refreshFlags: UInt8 = allFrames
    /// ref_frame_idx: the slots of LAST_FRAME to ALTREF_FRAME; empty in intra frames.
    var referenceSlots: [Int] = []
    /// allow_intrabc.
    var allowsIntraBlockCopy = false
    /// allow_high_precision_mv.
    var allowsHighPrecision = false

    /// allFrames: refresh_frame_flags with all slots set.
    static let allFrames: UInt8 = 0xFF
    /// PRIMARY_REF_NONE.
    private static let noPrimaryReference: UInt64 = 7

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - reader: positioned at the header.
    ///   - sequence: the header of the sequence that the frame belongs to.
    ///   - layer: the layer of the OBU.
    ///   - references: the reference slots after the previous frame.
    init(
        _ reader: BitReader,
        sequence: AV1SequenceHeader,
        layer: AV1Layer,
        references: AV1ReferenceFrames
    ) {
        self.reader = reader
        self.sequence = sequence
        self.layer = layer
        self.references = references
    }

    /// Parses the header.
    ///
    /// - Throws: `.truncated` if the header is cut off, `.missing` if it depends on a frame that was not
    ///   seen, `.invalid` if a field has a forbidden value.
    mutating func readHeader() throws(ParseError) -> AV1FrameHeader {
        let start = reader.count
        if !sequence.isReducedStillPicture {
            if try reader.flag() { return try readShownFrame(start: start) }
            try readFrameTypeAndVisibility()
        }
        let disablesUpdate = try readCodingTools()
        try readIdentification()
        try skipBufferRemovalTimes()
        try readRefreshedSlots()
        let size = try type.isIntra ? readIntraFrameSize() : readInterFrameSize()
        // disable_frame_end_update_cdf
        if !sequence.isReducedStillPicture && !disablesUpdate { try reader.skip(1) }
        let grid = AV1SuperblockGrid(
            width: size.width,
            height: size.height,
            hasLargeSuperblocks: sequence.hasLargeSuperblocks
        )
        let tiles = try AV1TileInfo(&reader, grid: grid)
        let segmentation = try readQuantizationAndFilters(size)
        try readInterPrediction()
        try readFilmGrain()
        return AV1FrameHeader(
            purpose: .coding(tiles: tiles),
            bitLength: start - reader.count,
            reference: AV1ReferenceFrame(
                type: type,
                frameID: frameID,
                orderHint: orderHint,
                upscaledWidth: size.upscaledWidth,
                height: size.height,
                segmentation: segmentation,
                isShowable: isShowable
            ),
            refreshFlags: refreshFlags,
            references: references
        )
    }

    /// Reads frame_type to error_resilient_mode.
    private mutating func readFrameTypeAndVisibility() throws(ParseError) {
        // All four values of the two bits have a type.
        type = AV1FrameType(rawValue: UInt8(try reader.bits(2))) ?? .key
        isShown = try reader.flag()
        if isShown { try skipTemporalPoint() }
        isShowable = try isShown ? type != .key : reader.flag()
        isErrorResilient = try type == .switch || type == .key && isShown ? true : reader.flag()
    }

    /// Reads disable_cdf_update, which it returns, to force_integer_mv.
    private mutating func readCodingTools() throws(ParseError) -> Bool {
        let disablesUpdate = try reader.flag()
        allowsScreenContent = try sequence.tools.screenContent.value(&reader)
        if allowsScreenContent { forcesIntegerMotion = try sequence.tools.integerMotion.value(&reader) }
        if type.isIntra { forcesIntegerMotion = true }
        return disablesUpdate
    }

    /// Reads current_frame_id to primary_ref_frame.
    private mutating func readIdentification() throws(ParseError) {
        if let lengths = sequence.frameIDs {
            frameID = UInt32(try reader.bits(lengths.length))
            references.markOutdated(currentID: frameID, lengths: lengths)
        }
        if type == .switch {
            overridesSize = true
        } else if !sequence.isReducedStillPicture {
            overridesSize = try reader.flag()
        }
        orderHint = Int(try reader.bits(sequence.tools.orderHintLength))
        guard !type.isIntra && !isErrorResilient else { return }
        let primary = try reader.bits(3)
        if primary != Self.noPrimaryReference { primaryReference = Int(primary) }
    }

    /// Reads refresh_frame_flags and ref_order_hint.
    private mutating func readRefreshedSlots() throws(ParseError) {
        if type != .switch && !(type == .key && isShown) {
            let offset = reader.offset
            refreshFlags = UInt8(try reader.bits(8))
            guard type != .intraOnly || refreshFlags != Self.allFrames else {
                throw .invalid(
                    offset: offset,
                    field: "refresh_frame_flags of an intra-only frame",
                    found: "0xFF",
                    expected: "any other value"
                )
            }
        }
        let hintLength = sequence.tools.orderHintLength
        guard !type.isIntra || refreshFlags != Self.allFrames, isErrorResilient, hintLength > 0 else {
            return
        }
        for slot in 0..<AV1ReferenceFrames.count {
            references.processReferenceOrderHint(orderHint: Int(try reader.bits(hintLength)), in: slot)
        }
    }
}

/// The times at which a frame is shown and leaves its buffer.
extension AV1FrameHeaderParser {
    /// Skips temporal_point_info, if present (AV1, 5.9.31).
    mutating func skipTemporalPoint() throws(ParseError) {
        guard sequence.hasPresentationTimes, let model = sequence.decoderModel else { return }
        try reader.skip(model.framePresentationTimeLength)
    }

    /// Skips buffer_removal_time_present_flag and the time for each operating point that the frame belongs
    /// to.
    mutating func skipBufferRemovalTimes() throws(ParseError) {
        guard let model = sequence.decoderModel, try reader.flag() else { return }
        for point in sequence.operatingPoints where point.hasDecoderModel && point.contains(layer) {
            try reader.skip(model.bufferRemovalTimeLength)
        }
    }
}
