import Bitstreams

/// The fields in the middle of the header that differ between intra frames and others (AV1, 5.9.2).
extension AV1FrameHeaderParser {
    /// REFS_PER_FRAME.
    static var referencesPerFrame: Int { 7 }

    /// Reads the size of an intra frame, and allow_intrabc.
    mutating func readIntraFrameSize() throws(ParseError) -> AV1FrameSize {
        let size = try readExplicitSize()
        if allowsScreenContent && !size.isUpscaled { allowsIntraBlockCopy = try reader.flag() }
        return size
    }

    /// Reads frame_refs_short_signaling to use_ref_frame_mvs, and returns the frame size among them.
    mutating func readInterFrameSize() throws(ParseError) -> AV1FrameSize {
        try readReferenceFrames()
        let size = try overridesSize && !isErrorResilient ? readSizeWithReferences() : readExplicitSize()
        if !forcesIntegerMotion { allowsHighPrecision = try reader.flag() }
        // read_interpolation_filter: is_filter_switchable, interpolation_filter
        if try !reader.flag() { try reader.skip(2) }
        // is_motion_mode_switchable
        try reader.skip(1)
        // use_ref_frame_mvs
        if !isErrorResilient && sequence.tools.hasReferenceFrameMotion { try reader.skip(1) }
        return size
    }

    /// Reads ref_frame_idx and delta_frame_id_minus_1.
    private mutating func readReferenceFrames() throws(ParseError) {
        let offset = reader.offset
        let isShort = try sequence.tools.orderHintLength > 0 ? reader.flag() : false
        if isShort {
            let last = Int(try reader.bits(3))
            let golden = Int(try reader.bits(3))
            let hints = AV1OrderHints(length: sequence.tools.orderHintLength, currentHint: orderHint)
            var derivation = try AV1ReferenceDerivation(references, hints: hints, at: offset)
            referenceSlots = try derivation.slots(last: last, golden: golden)
        }
        for index in 0..<Self.referencesPerFrame {
            if !isShort { referenceSlots.append(Int(try reader.bits(3))) }
            try checkReference(referenceSlots[index], at: offset)
        }
    }

    /// Reads the frame id of a reference and compares it with the frame in the slot.
    ///
    /// The header of an error-resilient frame depends on no other frame. For all others, the reference has to
    /// be known.
    ///
    /// - Throws: `.missing` if the frame was not seen, or another frame is in the slot.
    private mutating func checkReference(_ slot: Int, at offset: UInt64) throws(ParseError) {
        var expectedID: UInt32?
        if let lengths = sequence.frameIDs {
            let delta = UInt32(try reader.bits(lengths.deltaLength)) + 1
            expectedID = (frameID + 1 << lengths.length - delta) % 1 << lengths.length
        }
        guard !isErrorResilient else { return }
        let frame = try references.frame(slot, at: offset)
        guard expectedID == nil || frame.frameID == expectedID else {
            throw .missing(offset: offset, "frame \(expectedID ?? 0) in reference slot \(slot)")
        }
    }
}
