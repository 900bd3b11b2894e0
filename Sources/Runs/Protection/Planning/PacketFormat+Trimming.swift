import SampleEncryption
import TransportStreams

extension PacketFormat {
    /// Returns the extent of packets that lose what they have beyond 188 bytes.
    ///
    /// - Parameter clearLength: the length of the clear packets, in bytes.
    /// - Returns: the length in the output, and the map of packet boundaries.
    func trimmedExtent(of clearLength: UInt64) -> OutputExtent {
        let (clear, output) = (UInt64(stride), UInt64(PacketFormat.plain.stride))
        guard clear != output else { return OutputExtent(length: clearLength) }
        return OutputExtent(
            length: clearLength / clear * output + clearLength % clear,
            map: OffsetMap(clearStride: clear, outputStride: output)
        )
    }
}
