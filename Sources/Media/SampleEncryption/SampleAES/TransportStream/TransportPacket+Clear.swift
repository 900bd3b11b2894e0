import Bitstreams
import TransportStreams

extension TransportPacket {
    /// Reads a packet of a stream that is neither damaged nor scrambled; nil for a null packet, of which nothing is read.
    ///
    /// - Parameters:
    ///   - bytes: all 188 bytes.
    ///   - offset: where they stand in the stream.
    /// - Returns: the packet.
    /// - Throws: `SampleEncryptionError.malformed` for lost sync, what `TransportPacketHeader.checkIsReadable` refuses, and
    ///   fields with excluded values.
    static func clear(_ bytes: Span<UInt8>, at offset: UInt64) throws(SampleEncryptionError)
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
