import Ciphers
import TransportStreams

/// The state of a stream that is kept from one encrypted PES packet to the next.
struct ProtectedStreamState {
    /// The PID of the stream, or nil before one of its packets was read.
    let pid: PacketIdentifier?
    let isProtected: Bool
    /// The cipher of a protected audio stream; nil for others.
    let audioCipher: StreamAudioCipher?
    /// The clear form of data that were encrypted ahead of their PES packet, for its record.
    private(set) var carriedClearBytes: [UInt8] = []
    /// The positions in the data before which an emulation prevention byte is to be inserted.
    var preventionPositions: [Int] = []
    /// The last packet of an audio stream, clear and then encrypted, in case a duplicate follows.
    private var lastPacket = [UInt8](repeating: 0, count: 2 * TransportPacket.size)
    private var lastPayloadStart: Int?

    init() {
        pid = nil
        isProtected = false
        audioCipher = nil
    }

    /// Creates the state of a stream; `audioKey` is nil for video and for audio that is not encrypted.
    init(pid: PacketIdentifier, audioKey: SampleAESKey?, isProtected: Bool) throws(CipherError) {
        self.pid = pid
        self.isProtected = isProtected
        audioCipher = if let audioKey { try StreamAudioCipher(.encrypt, key: audioKey) } else { nil }
    }

    /// Keeps the clear bytes that will be encrypted with the first `count` PES packets but belong to the next
    /// one.
    mutating func keepClearBytes(from stream: PESPacketQueue, _ count: Int) {
        carriedClearBytes.removeAll(keepingCapacity: true)
        let carriedRange = stream.packets[count - 1].dataEnd..<stream.processedEnd(afterReleasing: count)
        carriedClearBytes.append(contentsOf: stream.data.storage[carriedRange])
    }

    /// Removes the first `used` positions, and makes the others relative to `start`.
    mutating func forget(_ used: Int, before start: Int) {
        preventionPositions.removeFirst(used)
        for index in preventionPositions.indices { preventionPositions[index] -= start }
    }

    /// Copies the last transport packet of an audio stream before encryption, in case a duplicate follows.
    mutating func keepLastPacket(of stream: PESPacketQueue, in window: borrowing PacketWindow) {
        guard audioCipher != nil, let piece = stream.pieces.last else { return }
        let position = window.position(of: piece.packet)
        lastPayloadStart = Int(piece.start)
        lastPacket.overwrite(
            at: 0,
            with: window.bytes,
            position..<position + TransportPacket.size
        )
    }

    /// Copies the same transport packet after encryption.
    mutating func finishLastPacket(of stream: PESPacketQueue, in window: borrowing PacketWindow) {
        guard audioCipher != nil, let piece = stream.pieces.last else { return }
        let position = window.position(of: piece.packet)
        lastPacket.overwrite(
            at: TransportPacket.size,
            with: window.bytes,
            position..<position + TransportPacket.size
        )
    }

    /// Encrypts a duplicate of the last packet.
    ///
    /// - Returns: false if the packet is not a duplicate.
    func repeatLastPacket(_ number: Int, in window: inout PacketWindow) -> Bool {
        guard let lastPayloadStart else { return false }
        let position = window.position(of: number)
        let payload = position + lastPayloadStart..<position + TransportPacket.size
        guard window.bytes[payload].elementsEqual(lastPacket[lastPayloadStart..<TransportPacket.size]),
            let head = try? PacketHead(window.bytes.span, position, at: 0),
            head.payloadStart == lastPayloadStart
        else { return false }
        window.bytes.overwrite(
            at: payload.lowerBound,
            with: lastPacket,
            TransportPacket.size + lastPayloadStart..<2 * TransportPacket.size
        )
        return true
    }
}
