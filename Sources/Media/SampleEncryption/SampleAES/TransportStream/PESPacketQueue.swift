import ElementaryStreams
import TransportStreams

/// The PES packets of one stream that SAMPLE-AES can protect, from the first one that is not finished.
///
/// The data of all PES packets are adjacent, so that NAL units and frames may span PES packets. A PES packet
/// is released (`findReleasablePackets`) once it contains no part of an incomplete unit or frame. When that
/// happens depends neither on the distribution of a PES packet over transport packets, except for its first
/// one, nor on changes by SAMPLE-AES. So the records of clear and protected segments come in the same order:
///
/// * A PES packet of audio is released when PES_packet_length is reached and its last frame is complete.
/// * PES packets of video are released when the next one starts with a start code in its first transport
///   packet. If it does not, a unit may continue in it; then, from time to time, those before the last unit
///   are released.
/// * All others are released at the end of the segment.
struct PESPacketQueue: Sendable {
    /// The maximum number of bytes of clear data that are held.
    private static let clearSizeLimit = 32 << 20
    /// The initial capacity for data, in bytes.
    static let initialCapacity = 64 * 1024

    let pid: PacketIdentifier
    let codec: SampleAESCodec
    /// Indicates whether the program map declares the stream as protected.
    let isProtected: Bool
    /// Indicates whether the data may begin within a unit, because the bytes are a range within a segment.
    let mayBeginInside: Bool

    /// The data of the PES packets, without headers.
    var data: ByteQueue
    /// The headers of the PES packets, with PES_packet_length set to 0.
    var headers = ByteQueue(capacity: 1024)
    /// The PES packets, in order; the last one may be incomplete (`isOpen`).
    var packets: [PendingPESPacket] = []
    /// The transport packets that carry the PES packets.
    var pieces: [PendingPESPacket.Piece] = []
    /// Indicates whether the last of `packets` is still being read.
    var isOpen = false
    /// The number of data bytes that the open PES packet still needs, or `Int.max` if it gives no length.
    var dataLeft = 0
    /// The number of header bytes read so far, or nil once the header is complete.
    var headerCount: Int?
    /// The continuity counter of the stream.
    var counter = FastContinuityCounter()

    /// The end in `data` of the bytes that already went through the cipher: a unit that begins in a released
    /// PES packet may end in the next one.
    var processedEnd = 0
    /// The complete NAL units from `processedEnd` on.
    var units: [AnnexBNALUnit] = []
    /// The complete frames from `processedEnd` on.
    var frames: [AudioFrame] = []
    /// The position in `data` of the first incomplete frame.
    var scannedEnd = 0
    var scanner: AudioFrameScanner
    /// The number of held PES packets at which to search for units, if PES packets do not start with units.
    var searchThreshold = 2
    /// Indicates whether any PES packet was released.
    private(set) var hasReleased = false

    /// The maximum number of bytes of data that are held.
    ///
    /// Emulation prevention makes encrypted data larger by at most one byte in two; they have to be read too.
    var sizeLimit: Int { isProtected ? Self.clearSizeLimit / 2 * 3 : Self.clearSizeLimit }

    /// Creates an empty queue; `storage` is for its data, and its present bytes are ignored.
    init(
        pid: PacketIdentifier,
        codec: SampleAESCodec,
        isProtected: Bool,
        mayBeginInside: Bool,
        storage: [UInt8]
    ) {
        data = ByteQueue(storage: storage)
        self.pid = pid
        self.codec = codec
        self.isProtected = isProtected
        self.mayBeginInside = mayBeginInside
        scanner = AudioFrameScanner(codec == .ac3 ? .ac3 : codec == .eac3 ? .eac3 : .aac)
    }

    /// Returns the range of a PES packet's header in `headers`.
    func headerRange(_ index: Int) -> Range<Int> {
        (index > 0 ? packets[index - 1].headerEnd : 0)..<packets[index].headerEnd
    }

    /// Returns the range of a PES packet's data in `data`.
    func dataRange(_ index: Int) -> Range<Int> {
        (index > 0 ? packets[index - 1].dataEnd : 0)..<packets[index].dataEnd
    }

    /// Returns the range of a PES packet's pieces in `pieces`.
    func pieceRange(_ index: Int) -> Range<Int> {
        (index > 0 ? packets[index - 1].pieceEnd : 0)..<packets[index].pieceEnd
    }

    /// Removes the first `count` PES packets, which are finished.
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
        searchThreshold = max(2, 2 * packets.count)
    }
}

extension PESPacketQueue {
    /// Indicates whether a packet with payload was read.
    var hasBegun: Bool { counter.hasBegun }

    /// Indicates whether a payload equals the last one that was read, as far as its data are still held and
    /// not yet processed.
    func endsWithPayload(_ payload: ArraySlice<UInt8>) -> Bool {
        let start = min(data.count, max(packets.dropLast().last?.dataEnd ?? 0, processedEnd))
        let heldCount = min(payload.count, data.count - start)
        return packets.isEmpty
            || payload.suffix(heldCount).elementsEqual(data.storage[data.count - heldCount..<data.count])
    }

    /// Records a duplicate of the last transport packet.
    ///
    /// - Returns: false if the payload of that packet was already released.
    mutating func appendDuplicate(_ packet: Int) -> Bool {
        guard let last = pieces.last, !packets.isEmpty else { return false }
        pieces.append(.init(packet: packet, start: last.start, isDuplicate: true))
        if !isOpen { packets[packets.count - 1].pieceEnd = pieces.count }
        return true
    }

    /// Removes the last PES packet if its header is incomplete.
    mutating func dropHeaderlessPacket() {
        guard isOpen, headerCount != nil else { return }
        packets.removeLast()
        isOpen = false
    }

    mutating func removeAll() {
        frames.removeAll(keepingCapacity: true)
        scannedEnd = 0
        processedEnd = 0
        removeReleased(packets.count)
    }

    /// Returns the offset in the file of a byte of the data.
    func offset(ofData position: Int, in window: borrowing PacketWindow) -> UInt64 {
        let index = packets.firstIndex { $0.dataEnd > position } ?? packets.count - 1
        guard index >= 0 else { return window.readOffset }
        var headerBytesLeft = headerRange(index).count
        var remaining = position - dataRange(index).lowerBound
        var result = window.offset(of: packets[index].firstPacket)
        for piece in pieces[pieceRange(index)] where !piece.isDuplicate {
            let start = Int(piece.start) + min(headerBytesLeft, TransportPacket.size - Int(piece.start))
            headerBytesLeft -= start - Int(piece.start)
            result = window.offset(of: piece.packet) + UInt64(start + max(0, remaining))
            guard remaining >= TransportPacket.size - start else { return result }
            remaining -= TransportPacket.size - start
        }
        return result
    }
}

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
