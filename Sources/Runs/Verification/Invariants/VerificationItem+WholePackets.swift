import Presentations
import TransportStreams

extension VerificationItem.Input {
    /// Widens the range of an I-frame to whole packets of the segment that holds it, as `protect` does.
    ///
    /// - Parameter file: the file with these bytes.
    /// - Returns: the input with the widened range. It is unchanged if the bytes are not the range of an
    ///   I-frame, or if the segment does not begin with packets.
    /// - Throws: `SystemCallError` if the file cannot be read.
    func inWholePackets(of file: borrowing InputFile) throws(SystemCallError) -> Self {
        let size = file.size
        guard let range = location.range, let start = segmentStart, start <= range.lowerBound,
            range.upperBound <= size
        else { return self }
        var head = [UInt8](repeating: 0, count: PacketFormat.detectionLength)
        let count = try file.read(into: &head, count: head.count, at: start)
        guard let format = PacketFormat.detect(head.span.extracting(0..<count)) else { return self }
        let stride = UInt64(format.stride)
        let before = (range.lowerBound - start) % stride
        let partial = (range.upperBound - start) % stride
        let after = partial > 0 ? min(stride - partial, size - range.upperBound) : 0
        var input = self
        input.location.range = range.lowerBound - before..<range.upperBound + after
        return input
    }
}
