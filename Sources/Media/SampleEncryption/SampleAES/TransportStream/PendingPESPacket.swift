/// A PES packet that was read, in the buffers of its `StreamAssembly`.
///
/// Its header, data and pieces start where those of the packet before end.
struct PendingPESPacket: Sendable {
    /// A transport packet with a part of it.
    struct Piece: Sendable {
        /// The number of the transport packet.
        let packet: Int
        /// Where its payload starts in the transport packet.
        let start: UInt8
        /// Whether it is the piece before it once more, as a transport packet may be sent twice.
        let isDuplicate: Bool
    }

    /// PES_packet_length, of which the kept header has none; 0 when it does not say.
    var packetLength = 0
    /// Where its header ends among the headers.
    var headerEnd = 0
    /// Where its data end.
    var dataEnd = 0
    /// Where its pieces end.
    var pieceEnd = 0
    /// The number of the transport packet in which it starts.
    let firstPacket: Int
}
