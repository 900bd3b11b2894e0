import Presentations
import TransportStreams

extension VerificationTarget.Place {
    /// The bytes of an I-frame, widened to whole packets of the segment that holds it, as they are in what `protect` makes
    /// of them; other bytes as they are.
    ///
    /// - Parameter file: the file in which they are.
    /// - Returns: the place; unchanged where the segment does not begin with packets.
    /// - Throws: `SystemCallError` where the file cannot be read.
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
        let behind = partial > 0 ? min(stride - partial, size - range.upperBound) : 0
        var place = self
        place.location.range = range.lowerBound - before..<range.upperBound + behind
        return place
    }
}
