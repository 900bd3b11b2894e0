/// A PES packet that was read into the buffers of its `PESPacketQueue`.
///
/// Header, data and pieces start where those of the previous PES packet end.
struct PendingPESPacket: Sendable {
    /// The part of the PES packet that one transport packet carries.
    struct Piece: Sendable {
        /// The number of the transport packet.
        let packet: Int
        /// The position of the payload in the transport packet.
        let start: UInt8
        /// Indicates whether the transport packet is a duplicate of the one before it.
        let isDuplicate: Bool
    }

    /// PES_packet_length, which is 0 in the stored header; 0 also if the length is not given.
    var packetLength = 0
    /// The end of its header in `PESPacketQueue.headers`.
    var headerEnd = 0
    /// The end of its data in `PESPacketQueue.data`.
    var dataEnd = 0
    /// The end of its pieces in `PESPacketQueue.pieces`.
    var pieceEnd = 0
    /// The number of the transport packet in which the PES packet starts.
    let firstPacket: Int
}
