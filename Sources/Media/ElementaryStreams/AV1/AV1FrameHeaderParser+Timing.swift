import Bitstreams

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
