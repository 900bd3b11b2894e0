import TransportStreams

extension PacketWindow {
    /// Copies the data of a PES packet that kept its size back into its transport packets.
    mutating func scatter(_ index: Int, of stream: PESPacketQueue) {
        var position = stream.dataRange(index).lowerBound
        var headerBytesLeft = stream.headerRange(index).count
        var original = 0
        // The packets are adjacent, so values of another module are read once only.
        let packetSize = TransportPacket.size
        let firstPosition = self.position(of: 0)
        for piece in stream.pieces[stream.pieceRange(index)] {
            let packet = firstPosition + piece.packet * packetSize
            let payload = Int(piece.start)
            if piece.isDuplicate {
                bytes.move(original + payload..<original + packetSize, to: packet + payload)
                continue
            }
            original = packet
            let start = payload + min(headerBytesLeft, packetSize - payload)
            headerBytesLeft -= start - payload
            let size = packetSize - start
            bytes.overwrite(
                at: packet + start,
                with: stream.data.storage,
                position..<position + size
            )
            position += size
        }
    }

    /// Makes a duplicate packet equal to the first one, except for the content of its own adaptation field.
    ///
    /// - Parameters:
    ///   - original: the number of the first packet.
    ///   - number: the number of the duplicate.
    ///   - contentEnd: the position in the packet at which the content of the adaptation field ends.
    mutating func repeatPacket(_ original: Int, at number: Int, keeping contentEnd: Int) {
        let source = position(of: original)
        let target = position(of: number)
        // Length and flags of the adaptation field are those of the first packet.
        let headSize = min(TransportPacketHeader.size + 2, contentEnd)
        bytes.move(source..<source + headSize, to: target)
        bytes.move(
            source + max(headSize, contentEnd)..<source + TransportPacket.size,
            to: target + max(headSize, contentEnd)
        )
    }
}
