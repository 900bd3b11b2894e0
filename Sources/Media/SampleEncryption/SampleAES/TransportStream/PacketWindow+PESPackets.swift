import TransportStreams

extension PacketWindow {
    /// Puts the data of a PES packet of unchanged size back into its transport packets.
    mutating func scatter(_ index: Int, of stream: StreamAssembly) {
        var position = stream.dataRange(index).lowerBound
        var header = stream.headerRange(index).count
        var original = 0
        // Packets stand in a row; what other modules have to be asked is asked once.
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
            let start = payload + min(header, packetSize - payload)
            header -= start - payload
            let size = packetSize - start
            bytes.overwrite(
                at: packet + start,
                with: stream.data.storage,
                position..<position + size
            )
            position += size
        }
    }

    /// Makes a packet that comes twice the packet that it repeats, but for the bytes before `payloadStart` that an
    /// adaptation field of its own has.
    ///
    /// - Parameters:
    ///   - original: the number of the packet that came first.
    ///   - number: the number of the packet that repeats it.
    ///   - content: where what the adaptation field says ends in the packet.
    mutating func repeatPacket(_ original: Int, at number: Int, keeping content: Int) {
        let source = position(of: original)
        let target = position(of: number)
        // Length and flags are those of the first packet.
        let kept = min(TransportPacketHeader.size + 2, content)
        bytes.move(source..<source + kept, to: target)
        bytes.move(
            source + max(kept, content)..<source + TransportPacket.size,
            to: target + max(kept, content)
        )
    }
}
