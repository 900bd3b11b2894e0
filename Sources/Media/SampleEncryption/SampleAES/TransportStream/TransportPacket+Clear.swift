import Bitstreams
import TransportStreams

extension TransportPacket {
    /// Parses a packet that is neither damaged nor scrambled.
    ///
    /// - Parameters:
    ///   - bytes: all 188 bytes.
    ///   - offset: the offset of the packet in the stream.
    /// - Returns: the packet, or nil for a null packet, which is not parsed further.
    /// - Throws: `SampleEncryptionError.malformed` if sync is lost, `TransportPacketHeader.checkIsReadable`
    ///   throws, or a field has a forbidden value.
    static func parseReadable(_ bytes: Span<UInt8>, at offset: UInt64) throws(SampleEncryptionError)
        -> TransportPacket?
    {
        do throws(ParseError) {
            let header = try TransportPacketHeader(bytes, at: offset)
            guard header.pid != .null else { return nil }
            try header.checkIsReadable(at: offset)
            return try TransportPacket(header: header, bytes, at: offset)
        } catch {
            throw .malformed(error)
        }
    }
}
