import Bitstreams

/// When a frame is shown and leaves its buffer.
extension AV1FrameHeaderParser {
    /// temporal_point_info where there is one (AV1, 5.9.31).
    mutating func temporalPoint() throws(ParseError) {
        guard sequence.hasPresentationTimes, let model = sequence.decoderModel else { return }
        try reader.skip(model.framePresentationTimeLength)
    }

    /// buffer_removal_time_present_flag, and the time of each operating point that the frame belongs to.
    mutating func bufferRemovalTimes() throws(ParseError) {
        guard let model = sequence.decoderModel, try reader.flag() else { return }
        for point in sequence.operatingPoints where point.hasDecoderModel && point.contains(layer) {
            try reader.skip(model.bufferRemovalTimeLength)
        }
    }
}
