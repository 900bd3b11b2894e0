import Bitstreams
import TransportStreams

/// Extracts the data of an elementary stream from the packets of its PID, without duplicate packets and PES
/// headers.
struct PESDataExtractor {
    /// The data of a transport packet.
    struct Payload {
        /// The range of the data in the buffer that contains the packet.
        let data: Range<Int>
        /// Indicates whether a PES packet starts in this transport packet.
        let startsPacket: Bool
        /// Indicates whether the packet repeats the previous one.
        var isDuplicate = false
        /// The PTS, or nil if the header of the PES packet has none or does not end in this transport packet.
        var presentationTime: UInt64?
        /// The DTS of that PES packet, if it differs from the PTS.
        var decodingTime: UInt64?
    }

    private var splitter = PESPacketSplitter()
    /// Indicates whether reading began inside a PES packet, whose header is unknown, and no other one has
    /// started.
    private var isInData: Bool
    private var continuityChecker = ContinuityCounterChecker()

    /// - Parameter isInData: true if the packets begin inside a PES packet; otherwise data before the first
    ///   PES packet is left out.
    init(isInData: Bool = false) {
        self.isInData = isInData
    }

    /// Records the first packet, whose data the caller has located, to recognize its duplicate and the next
    /// counter.
    mutating func recordFirst(_ head: PacketHead, _ bytes: Span<UInt8>, _ position: Int) {
        _ = continuityChecker.check(head, bytes, position)
    }

    /// Returns the data of the next packet that has a payload.
    ///
    /// - Parameters:
    ///   - head: the header of the packet.
    ///   - bytes: the buffer that contains the packet.
    ///   - position: the position of the sync byte in the buffer.
    ///   - offset: the offset of the sync byte in the file, for errors.
    /// - Returns: the data.
    /// - Throws: `ParseError` if packets are missing, or the header of a PES packet is malformed.
    mutating func extract(
        _ head: PacketHead,
        _ bytes: Span<UInt8>,
        _ position: Int,
        at offset: UInt64
    ) throws(ParseError) -> Payload {
        let start = position + head.payloadStart
        switch continuityChecker.check(head, bytes, position) {
        case .next: break
        case .duplicate: return Payload(data: start..<start, startsPacket: false, isDuplicate: true)
        case .gap(let expected):
            throw .invalid(
                offset: offset + 3,
                field: "continuity_counter of \(PacketIdentifier(UInt16(head.pid)))",
                found: "\(head.continuityCounter)",
                expected: "\(expected): packets are missing, the file is damaged"
            )
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
}
