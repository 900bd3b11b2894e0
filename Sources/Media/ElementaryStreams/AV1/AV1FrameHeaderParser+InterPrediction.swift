import Bitstreams

/// Prediction from other frames (AV1, 5.9.22 and 5.9.23).
extension AV1FrameHeaderParser {
    /// Reads frame_reference_mode to global_motion_params.
    mutating func readInterPrediction() throws(ParseError) {
        if !type.isIntra {
            let offset = reader.offset
            let isCompound = try reader.flag()
            // skip_mode_present
            if isCompound, try allowsSkipMode(at: offset) { try reader.skip(1) }
            // allow_warped_motion
            if !isErrorResilient && sequence.tools.hasWarpedMotion { try reader.skip(1) }
        }
        // reduced_tx_set
        try reader.skip(1)
        if !type.isIntra { try readGlobalMotion() }
    }

    /// Returns skipModeAllowed: references precede and follow the frame in output order, or two of them
    /// precede it (AV1, 5.9.22).
    ///
    /// - Throws: `.missing` if the order hint of a reference is unknown.
    private func allowsSkipMode(at offset: UInt64) throws(ParseError) -> Bool {
        guard sequence.tools.orderHintLength > 0 else { return false }
        let order = AV1OrderHints(length: sequence.tools.orderHintLength, currentHint: orderHint)
        var hints: [Int] = []
        for slot in referenceSlots { hints.append(try references.orderHint(slot, at: offset)) }
        var forward: Int?
        for hint in hints where order.distance(to: hint) < 0 {
            if let found = forward, order.distance(from: found, to: hint) <= 0 { continue }
            forward = hint
        }
        guard let forward else { return false }
        return hints.contains { order.distance(to: $0) > 0 }
            || hints.contains { order.distance(from: forward, to: $0) < 0 }
    }
}
