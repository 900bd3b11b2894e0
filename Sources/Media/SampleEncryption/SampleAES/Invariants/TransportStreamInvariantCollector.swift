import Ciphers
import ElementaryStreams
import TransportStreams

/// A demultiplexer's handler that collects the records of a segment's invariant, decrypting protected
/// streams.
struct TransportStreamInvariantCollector: ~Copyable, TransportStreamHandler {
    private struct StreamState {
        var audioCipher: StreamAudioCipher?
        var gaps = RemovedDataRanges()
    }

    private let key: SampleAESKey?
    private var videoCipher: AVCSampleCipher?
    private var streams: [StreamState] = []
    private var records: [InvariantRecord] = []
    private var nextRecord = 0
    /// The PES packets of the records that `next` has not returned yet.
    private(set) var content: ByteQueue

    /// - Parameters:
    ///   - key: the key of the protected streams, or nil to leave them encrypted.
    ///   - content: storage for PES packets, whose present bytes are ignored.
    /// - Throws: `SampleEncryptionError.cipher` if the cipher fails.
    init(key: SampleAESKey?, content: [UInt8]) throws(SampleEncryptionError) {
        let cipher = try Self.makeCipher(key)
        self.key = key
        self.content = ByteQueue(storage: content)
        videoCipher = cipher
    }

    private static func makeCipher(_ key: SampleAESKey?) throws(SampleEncryptionError) -> AVCSampleCipher? {
        guard let key else { return nil }
        return try withSampleEncryptionErrors { () throws(CipherError) in
            try AVCSampleCipher(.decrypt, key: key)
        }
    }

    /// Returns the next record, or nil if there is none yet.
    mutating func next() -> InvariantRecord? {
        guard nextRecord < records.count else {
            records.removeAll(keepingCapacity: true)
            content.removeAll()
            nextRecord = 0
            return nil
        }
        defer { nextRecord += 1 }
        return records[nextRecord]
    }

    func needsUnits(isProtected: Bool) -> Bool { isProtected && key != nil }

    mutating func handlePacket(
        of pid: PacketIdentifier,
        number: Int,
        in window: borrowing PacketWindow
    ) throws(SampleEncryptionError) {
        let position = window.position(of: number)
        records.append(
            InvariantRecord(
                kind: .packet(pid),
                offset: window.offset(of: number),
                range: position..<position + TransportPacket.size
            )
        )
    }

    mutating func handleAdaptationField(
        of pid: PacketIdentifier,
        _ range: Range<Int>,
        number: Int,
        in window: borrowing PacketWindow
    ) throws(SampleEncryptionError) {
        records.append(
            InvariantRecord(
                kind: .adaptationField(pid),
                offset: window.offset(of: number) + UInt64(TransportPacketHeader.size),
                range: range
            )
        )
    }

    mutating func handleProgramMapPacket(
        number: Int,
        of tables: SingleProgramTables,
        in window: inout PacketWindow
    ) throws(SampleEncryptionError) {}

    mutating func handleDuplicate(
        number: Int,
        ofStreamAt index: Int,
        in window: inout PacketWindow
    ) throws(SampleEncryptionError) {}

    mutating func handleRelease(
        _ count: Int,
        of stream: inout PESPacketQueue,
        at index: Int,
        in window: inout PacketWindow
    ) throws(SampleEncryptionError) {
        while streams.count <= index { streams.append(StreamState()) }
        if let key, stream.isProtected {
            do {
                if stream.codec == .avc {
                    try decryptUnits(of: &stream, at: index)
                } else {
                    try decryptFrames(of: &stream, at: index, key: key)
                }
            } catch {
                throw .cipher(error)
            }
        }
        for packet in 0..<count {
            let start = content.count
            content.append(stream.headers.storage, stream.headerRange(packet))
            streams[index].gaps.copy(stream.data.storage, stream.dataRange(packet), to: &content)
            records.append(
                InvariantRecord(
                    kind: .pesPacket(stream.pid, stream.codec),
                    offset: window.offset(of: stream.packets[packet].firstPacket),
                    range: start..<content.count
                )
            )
        }
        streams[index].gaps.forget(before: stream.packets[count - 1].dataEnd)
    }

    private mutating func decryptFrames(
        of stream: inout PESPacketQueue,
        at index: Int,
        key: SampleAESKey
    ) throws(CipherError) {
        if streams[index].audioCipher == nil {
            streams[index].audioCipher = try StreamAudioCipher(.decrypt, key: key)
        }
        try streams[index].audioCipher?.apply(to: stream.frames, in: &stream.data.storage)
    }

    private mutating func decryptUnits(of stream: inout PESPacketQueue, at index: Int) throws(CipherError) {
        var packet = 0
        let units = stream.units
        for unit in units {
            while stream.packets[packet].dataEnd <= unit.range.lowerBound, packet + 1 < stream.packets.count {
                packet += 1
            }
            let isSplit = stream.packets[packet].dataEnd < unit.range.upperBound
            let preventionPositions = isSplit ? Self.preventionPositions(stream.data.storage[unit.range]) : []
            let size = try decrypt(unit, in: &stream.data.storage)
            guard size < unit.range.count else { continue }
            if isSplit {
                streams[index].gaps.split(
                    unit.range,
                    removed: preventionPositions.prefix(unit.range.count - size),
                    at: stream.packets[packet...].map(\.dataEnd),
                    in: &stream.data.storage
                )
            } else {
                streams[index].gaps.add(unit.range.lowerBound + size..<unit.range.upperBound)
            }
        }
    }

    private mutating func decrypt(_ unit: AnnexBNALUnit, in bytes: inout [UInt8]) throws(CipherError) -> Int {
        var span = bytes.mutableSpan
        return try videoCipher?.decrypt(unit, in: &span) ?? unit.range.count
    }

    /// Returns the positions of the bytes 0x03 that follow two zero bytes.
    private static func preventionPositions(_ bytes: ArraySlice<UInt8>) -> [Int] {
        var positions: [Int] = []
        var zeros = 0
        for (position, byte) in zip(bytes.indices, bytes) {
            if zeros >= 2, byte == 3 {
                positions.append(position)
                zeros = 0
            } else {
                zeros = byte == 0 ? zeros + 1 : 0
            }
        }
        return positions
    }
}
