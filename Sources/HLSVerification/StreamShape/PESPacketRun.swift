internal import Bitstreams
internal import TransportStreams

/// Follows the PES packets of one PID: each starts with a header and is as long as that says.
struct PESPacketRun: Sendable {
    /// Bytes to the end of the packet at hand; nil when it does not say, or when its start was not seen.
    private var left: Int?

    /// Takes the payload of the next transport packet; gives the PTS of the PES packet that starts there.
    mutating func consume(
        _ payload: Span<UInt8>,
        unitStart: Bool,
        at offset: UInt64
    ) throws(ParseError) -> UInt64? {
        guard unitStart else {
            try advance(payload.count, at: offset)
            return nil
        }
        if let left, left > 0 {
            throw .invalid(
                offset: offset,
                field: "the start of a PES packet",
                found: "\(left) bytes too early",
                expected: "the rest of the PES packet before it"
            )
        }
        let header = try PESHeader(payload, at: offset)
        left = header.packetLength.flatMap { $0 == 0 ? nil : PESHeader.prefixSize + Int($0) }
        try advance(payload.count, at: offset)
        return header.presentationTime
    }

    private mutating func advance(_ count: Int, at offset: UInt64) throws(ParseError) {
        guard let left else { return }
        guard count <= left else {
            throw .invalid(
                offset: offset + UInt64(left),
                field: "payload",
                found: "of \(count - left) bytes behind the end of the PES packet",
                expected: "the end that PES_packet_length gives"
            )
        }
        self.left = left - count
    }
}
