import ElementaryStreams
import TransportStreams

/// The PES packets of one stream that SAMPLE-AES can protect, from the first one on that is not final.
///
/// Data of PES packets stand in a row, so that NAL units and frames may run over PES packets. PES packets are given out
/// (`releasable`) once nothing unfinished touches them. When that is does not depend on how PES packets are cut into
/// transport packets, nor on what SAMPLE-AES changes; so records of clear and protected segments come in one order:
///
/// * PES packets of audio, when their PES_packet_length is reached and their last frame is whole.
/// * PES packets of video, when the next one starts with a start code in its first transport packet. Where it does not, a
///   unit may go on in it: then now and again those that are before the last unit.
/// * All others at the end of the segment.
struct StreamAssembly: Sendable {
    /// Data of clear PES packets that are kept at most.
    private static let clearSizeLimit = 32 << 20
    /// Data that there should be room for at first.
    static let initialCapacity = 64 * 1024

    /// Whose packets.
    let pid: PacketIdentifier
    /// What they carry.
    let codec: SampleAESCodec
    /// Whether the program map says that the stream is protected.
    let isProtected: Bool
    /// Whether the first data may be the rest of a unit: the bytes are a range inside of a segment.
    let mayBeginInside: Bool

    /// The data of the PES packets at hand.
    var data: ByteBuffer
    /// Their headers, PES_packet_length 0.
    var headers = ByteBuffer(capacity: 1024)
    /// The PES packets at hand, in order; see `isOpen`.
    var packets: [PendingPESPacket] = []
    /// The transport packets that they are in.
    var pieces: [PendingPESPacket.Piece] = []
    /// Whether the last of `packets` is being read.
    var isOpen = false
    /// Bytes of data that the PES packet being read still has; `Int.max` when it does not say.
    var dataLeft = 0
    /// Bytes of its header that are there; nil once it is whole.
    var headerCount: Int?
    /// The counter of the last packet with payload.
    var counter = SequenceCounter()

    /// Data that were through the cipher already, because a unit that begins in a released PES packet ends in the next.
    var processedEnd = 0
    /// The NAL units that are whole, from `processedEnd` on.
    var units: [AnnexBUnit] = []
    /// The frames that are whole, from `processedEnd` on.
    var frames: [AudioFrame] = []
    /// Where the first frame starts that is not whole.
    var scannedEnd = 0
    /// Finds the frames.
    var scanner: AudioFrameScanner
    /// How many PES packets have to wait before units are looked for, where PES packets do not start with units.
    var patience = 2
    /// Whether a PES packet was released.
    private(set) var hasReleased = false

    /// Data of PES packets that are kept at most.
    ///
    /// What was encrypted has grown by one byte in two at most, and has to be read back.
    var sizeLimit: Int { isProtected ? Self.clearSizeLimit / 2 * 3 : Self.clearSizeLimit }

    /// A stream of which nothing was read; `storage` is for its data, and what stands in it means nothing.
    init(
        pid: PacketIdentifier,
        codec: SampleAESCodec,
        isProtected: Bool,
        mayBeginInside: Bool,
        storage: [UInt8]
    ) {
        data = ByteBuffer(storage: storage)
        self.pid = pid
        self.codec = codec
        self.isProtected = isProtected
        self.mayBeginInside = mayBeginInside
        scanner = AudioFrameScanner(codec == .ac3 ? .ac3 : codec == .eac3 ? .eac3 : .aac)
    }

    /// The range of the header of a PES packet among the headers.
    func headerRange(_ index: Int) -> Range<Int> {
        (index > 0 ? packets[index - 1].headerEnd : 0)..<packets[index].headerEnd
    }

    /// The range of its data.
    func dataRange(_ index: Int) -> Range<Int> {
        (index > 0 ? packets[index - 1].dataEnd : 0)..<packets[index].dataEnd
    }

    /// The range of its pieces.
    func pieceRange(_ index: Int) -> Range<Int> {
        (index > 0 ? packets[index - 1].pieceEnd : 0)..<packets[index].pieceEnd
    }

    /// Forgets the first PES packets, which are final.
    mutating func removeReleased(_ count: Int) {
        guard count > 0 else { return }
        hasReleased = true
        let last = packets[count - 1]
        if count == packets.count {
            packets.removeAll(keepingCapacity: true)
            pieces.removeAll(keepingCapacity: true)
        } else {
            packets.removeFirst(count)
            pieces.removeFirst(last.pieceEnd)
            for index in packets.indices {
                packets[index].headerEnd -= last.headerEnd
                packets[index].dataEnd -= last.dataEnd
                packets[index].pieceEnd -= last.pieceEnd
            }
        }
        headers.removeFirst(last.headerEnd)
        data.removeFirst(last.dataEnd)
        processedEnd = max(0, processedEnd - last.dataEnd)
        scannedEnd = max(0, scannedEnd - last.dataEnd)
        patience = max(2, 2 * packets.count)
    }
}

extension StreamAssembly {
    /// Whether a packet with payload was seen.
    var hasBegun: Bool { counter.hasBegun }

    /// Whether a payload has the data of the last one, as far as they are still here as they were.
    func hasLast(_ payload: ArraySlice<UInt8>) -> Bool {
        let start = min(data.count, max(packets.dropLast().last?.dataEnd ?? 0, processedEnd))
        let known = min(payload.count, data.count - start)
        return packets.isEmpty
            || payload.suffix(known).elementsEqual(data.storage[data.count - known..<data.count])
    }

    /// Takes note of a transport packet that comes once more.
    ///
    /// - Returns: false when what it holds was released already.
    mutating func appendDuplicate(_ packet: Int) -> Bool {
        guard let last = pieces.last, !packets.isEmpty else { return false }
        pieces.append(.init(packet: packet, start: last.start, isDuplicate: true))
        if !isOpen { packets[packets.count - 1].pieceEnd = pieces.count }
        return true
    }

    /// Forgets the PES packet at the end of the bytes whose header is not whole.
    mutating func dropHeaderlessPacket() {
        guard isOpen, headerCount != nil else { return }
        packets.removeLast()
        isOpen = false
    }

    /// Forgets all PES packets.
    mutating func removeAll() {
        frames.removeAll(keepingCapacity: true)
        scannedEnd = 0
        processedEnd = 0
        removeReleased(packets.count)
    }

    /// Where a byte of the data stands in the file.
    func offset(ofData position: Int, in window: borrowing PacketWindow) -> UInt64 {
        let index = packets.firstIndex { $0.dataEnd > position } ?? packets.count - 1
        guard index >= 0 else { return window.readOffset }
        var header = headerRange(index).count
        var left = position - dataRange(index).lowerBound
        var result = window.offset(of: packets[index].firstPacket)
        for piece in pieces[pieceRange(index)] where !piece.isDuplicate {
            let start = Int(piece.start) + min(header, TransportPacket.size - Int(piece.start))
            header -= start - Int(piece.start)
            result = window.offset(of: piece.packet) + UInt64(start + max(0, left))
            guard left >= TransportPacket.size - start else { return result }
            left -= TransportPacket.size - start
        }
        return result
    }
}
