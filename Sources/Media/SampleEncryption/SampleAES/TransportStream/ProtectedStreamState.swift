import Ciphers
import TransportStreams

/// What is kept of a stream between the PES packets that are encrypted.
struct ProtectedStreamState {
    /// Whose packets; nil before one was seen.
    let pid: PacketIdentifier?
    /// Whether the stream is encrypted.
    let isProtected: Bool
    /// For an audio stream.
    let audioCipher: StreamAudioCipher?
    /// Clear bytes of data that were encrypted and that no record has yet.
    private(set) var carry: [UInt8] = []
    /// Positions in the data before which a byte 3 comes in.
    var prevention: [Int] = []
    /// The last packet of an audio stream as it came, and as it is now: a packet may be sent twice.
    private var lastPacket = [UInt8](repeating: 0, count: 2 * TransportPacket.size)
    private var lastPayload: Int?

    /// A stream that was not seen yet.
    init() {
        pid = nil
        isProtected = false
        audioCipher = nil
    }

    /// A stream, and the key if it is audio to be encrypted.
    init(pid: PacketIdentifier, audioKey: SampleAESKey?, isProtected: Bool) throws(CipherError) {
        self.pid = pid
        self.isProtected = isProtected
        audioCipher = if let audioKey { try StreamAudioCipher(.encrypt, key: audioKey) } else { nil }
    }

    /// Keeps the bytes that will be encrypted with `count` PES packets but belong to the one behind them.
    mutating func carry(from stream: StreamAssembly, _ count: Int) {
        carry.removeAll(keepingCapacity: true)
        let kept = stream.packets[count - 1].dataEnd..<stream.newProcessedEnd(count)
        carry.append(contentsOf: stream.data.storage[kept])
    }

    /// Forgets the first positions, and counts the others from `start` on.
    mutating func forget(_ used: Int, before start: Int) {
        prevention.removeFirst(used)
        for index in prevention.indices { prevention[index] -= start }
    }

    /// Keeps the last packet of the PES packets that are released, before it is encrypted.
    mutating func keepLastPacket(of stream: StreamAssembly, in window: borrowing PacketWindow) {
        guard audioCipher != nil, let piece = stream.pieces.last else { return }
        let position = window.position(of: piece.packet)
        lastPayload = Int(piece.start)
        lastPacket.overwrite(
            at: 0,
            with: window.bytes,
            position..<position + TransportPacket.size
        )
    }

    /// Keeps it again, encrypted.
    mutating func finishLastPacket(of stream: StreamAssembly, in window: borrowing PacketWindow) {
        guard audioCipher != nil, let piece = stream.pieces.last else { return }
        let position = window.position(of: piece.packet)
        lastPacket.overwrite(
            at: TransportPacket.size,
            with: window.bytes,
            position..<position + TransportPacket.size
        )
    }

    /// Encrypts a packet that comes once more.
    ///
    /// - Returns: false when it is another one.
    func repeatLastPacket(_ number: Int, in window: inout PacketWindow) -> Bool {
        guard let lastPayload else { return false }
        let position = window.position(of: number)
        let payload = position + lastPayload..<position + TransportPacket.size
        guard window.bytes[payload].elementsEqual(lastPacket[lastPayload..<TransportPacket.size]),
            let head = try? PacketHead(window.bytes.span, position, at: 0), head.payloadStart == lastPayload
        else { return false }
        window.bytes.overwrite(
            at: payload.lowerBound,
            with: lastPacket,
            TransportPacket.size + lastPayload..<2 * TransportPacket.size
        )
        return true
    }
}
