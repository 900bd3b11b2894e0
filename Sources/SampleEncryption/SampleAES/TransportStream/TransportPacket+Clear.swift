internal import Bitstreams
internal import TransportStreams

extension TransportPacket {
    /// Reads a packet of a stream that is neither damaged nor scrambled; nil for a null packet, of which nothing is read.
    ///
    /// - Parameters:
    ///   - bytes: all 188 bytes.
    ///   - offset: where they stand in the stream.
    /// - Returns: the packet.
    /// - Throws: `SampleEncryptionError.malformed` for lost sync, transport_error_indicator, scrambling, and fields with
    ///   excluded values.
    static func clear(_ bytes: Span<UInt8>, at offset: UInt64) throws(SampleEncryptionError)
        -> TransportPacket?
    {
        do throws(ParseError) {
            let header = try TransportPacketHeader(bytes, at: offset)
            guard header.pid != .null else { return nil }
            guard !header.transportErrorIndicator else {
                throw .invalid(
                    offset: offset + 1,
                    field: "transport_error_indicator",
                    found: "1",
                    expected: "0"
                )
            }
            guard header.scramblingControl == 0 else {
                throw .invalid(
                    offset: offset + 3,
                    field: "transport_scrambling_control of \(header.pid)",
                    found: "\(header.scramblingControl)",
                    expected: "0, packets that are not scrambled"
                )
            }
            return try TransportPacket(header: header, bytes, at: offset)
        } catch {
            throw .malformed(error)
        }
    }
}
