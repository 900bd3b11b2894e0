import Bitstreams

/// show_existing_frame: the display of a frame that was decoded before.
extension AV1FrameHeaderParser {
    /// Reads the rest of the header after show_existing_frame.
    ///
    /// A key frame shown in this way refreshes all slots, as if it were decoded here (AV1, 7.21).
    ///
    /// - Parameter start: the number of unread bits at the start of the header.
    /// - Returns: the header, with the kind `showing`.
    /// - Throws: `.missing` if the frame was not seen; `.invalid` if it is not showable.
    mutating func readShownFrame(start: Int) throws(ParseError) -> AV1FrameHeader {
        let offset = reader.offset
        let slot = Int(try reader.bits(3))
        try skipTemporalPoint()
        let displayID = try sequence.frameIDs.map { lengths throws(ParseError) in
            UInt32(try reader.bits(lengths.length))
        }
        let frame = try references.frame(slot, at: offset)
        guard displayID == nil || displayID == frame.frameID else {
            throw .missing(offset: offset, "frame \(displayID ?? 0) in reference slot \(slot)")
        }
        guard frame.isShowable else {
            throw .invalid(
                offset: offset,
                field: "frame_to_show_map_idx",
                found: "\(slot) of a frame that is not showable",
                expected: "that of a showable frame"
            )
        }
        return AV1FrameHeader(
            purpose: .showing(slot: slot),
            bitLength: start - reader.count,
            reference: frame,
            refreshFlags: frame.type == .key ? Self.allFrames : 0,
            references: references
        )
    }
}
