import Bitstreams
import TransportStreams

/// Gets the data of an elementary stream out of the packets of its PID: without those that are there twice, and without the
/// headers of PES packets.
struct ElementaryStreamPayloads {
    /// What a packet brings.
    struct Payload {
        /// Where the data are in the bytes that hold the packet.
        let data: Range<Int>
        /// Whether a PES packet starts in it.
        let startsPacket: Bool
        /// Whether the packet before it stands there once more.
        var isDuplicate = false
        /// The PTS of a PES packet whose header ends here.
        var presentationTime: UInt64?
        /// The DTS of that packet, where it differs.
        var decodingTime: UInt64?
    }

    private var splitter = PESPacketSplitter()
    /// Whether reading began in the data of a PES packet, whose header is not known.
    private var isInData: Bool
    private var counter: UInt8?
    private var tail: UInt64 = 0
    private var isRepeated = false

    /// - Parameter isInData: whether the packets begin in the data of a PES packet; else data before the first PES packet are
    ///   left out.
    init(isInData: Bool = false) {
        self.isInData = isInData
    }

    /// Takes the first packet, of whose place the reader knows already.
    mutating func begin(_ head: PacketHead, _ bytes: Span<UInt8>, _ position: Int) {
        counter = head.counter
        tail = Self.tail(bytes, position)
    }

    /// Takes the next packet, which has a payload.
    ///
    /// - Parameters:
    ///   - head: its head.
    ///   - bytes: where it is.
    ///   - position: its sync byte in them.
    ///   - offset: where that stands in the file, for errors.
    /// - Returns: its data.
    /// - Throws: `ParseError` where packets are missing, or the header of a PES packet is malformed.
    mutating func take(
        _ head: PacketHead,
        _ bytes: Span<UInt8>,
        _ position: Int,
        at offset: UInt64
    ) throws(ParseError) -> Payload {
        let start = position + head.payloadStart
        if try isDuplicate(head, bytes, position, at: offset) {
            return Payload(data: start..<start, startsPacket: false, isDuplicate: true)
        }
        guard head.hasPayloadBytes else { return Payload(data: start..<start, startsPacket: false) }
        let end = position + TransportPacket.size
        if head.unitStart {
            isInData = false
        } else if isInData {
            return Payload(data: start..<end, startsPacket: false)
        }
        let piece = try splitter.split(
            bytes.extracting(start..<end),
            unitStart: head.unitStart,
            at: offset + UInt64(head.payloadStart)
        )
        return Payload(
            data: start + piece.data.lowerBound..<start + piece.data.upperBound,
            startsPacket: head.unitStart,
            presentationTime: piece.presentationTime,
            decodingTime: piece.decodingTime
        )
    }

    private mutating func isDuplicate(
        _ head: PacketHead,
        _ bytes: Span<UInt8>,
        _ position: Int,
        at offset: UInt64
    ) throws(ParseError) -> Bool {
        let tail = Self.tail(bytes, position)
        defer {
            self.tail = tail
            counter = head.counter
        }
        guard let last = counter else { return false }
        if head.counter == last, tail == self.tail, !isRepeated, !head.isDiscontinuous {
            isRepeated = true
            return true
        }
        isRepeated = false
        let expected = (last + 1) & 0x0F
        guard head.counter == expected || head.isDiscontinuous else {
            throw .invalid(
                offset: offset + 3,
                field: "continuity_counter of \(PacketIdentifier(UInt16(head.pid)))",
                found: "\(head.counter)",
                expected: "\(expected): packets are missing, the file is damaged"
            )
        }
        return false
    }

    /// The last bytes of a packet, which tell whether it is the one before it.
    private static func tail(_ bytes: Span<UInt8>, _ position: Int) -> UInt64 {
        var tail: UInt64 = 0
        for index in position + TransportPacket.size - 8..<position + TransportPacket.size {
            tail = tail << 8 | UInt64(bytes[index])
        }
        return tail
    }
}
