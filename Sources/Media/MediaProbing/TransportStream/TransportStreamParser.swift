import Bitstreams
import TransportStreams

/// A parser of transport streams (ISO/IEC 13818-1; RFC 8216, 3.2).
///
/// It reads the streams of the program map, their codecs, and the time stamps of their PES packets.
struct TransportStreamParser: StreamParser {
    /// The start of a packet that the end of the last chunk cut off.
    private var partialPacket: [UInt8] = []
    /// The offset of the next packet.
    private var offset: UInt64 = 0
    private var tables: ProgramTables
    private var assemblers = PacketIdentifierMap<SectionAssembler>()
    private var tracks = PacketIdentifierMap<TransportStreamTrack>()
    private var hasOwnTables = false

    /// - Parameter initialization: the tables in the packets that `EXT-X-MAP` names, or nil if there are
    ///   none.
    init(initialization: MediaInitialization?) {
        if case .programs(let tables)? = initialization?.form {
            self.tables = tables
        } else {
            tables = ProgramTables()
        }
    }

    var foundInitialization: MediaInitialization? {
        hasOwnTables ? MediaInitialization(.programs(tables)) : nil
    }

    mutating func consume(_ chunk: Span<UInt8>) throws(ParseError) {
        var position = 0
        while position < chunk.count {
            if partialPacket.isEmpty, chunk.count - position >= TransportPacket.size {
                try parsePacket(chunk.extracting(position..<position + TransportPacket.size))
                position += TransportPacket.size
            } else {
                partialPacket.append(chunk[position])
                position += 1
                if partialPacket.count == TransportPacket.size {
                    let packet = partialPacket
                    partialPacket.removeAll(keepingCapacity: true)
                    try parsePacket(packet.span)
                }
            }
        }
    }

    mutating func finish() throws(ParseError) -> MediaContent {
        guard partialPacket.isEmpty else {
            throw .truncated(
                offset: offset,
                needed: UInt64(TransportPacket.size),
                available: UInt64(partialPacket.count)
            )
        }
        try tables.checkCompleteness()
        var mediaTracks: [MediaTrack] = []
        for stream in tables.streams where stream.type.isCarriedInPES {
            var track = tracks[stream.pid, default: TransportStreamTrack(stream)]
            mediaTracks.append(try track.finish())
        }
        return MediaContent(kind: .transportStream, tracks: mediaTracks)
    }

    private mutating func parsePacket(_ bytes: Span<UInt8>) throws(ParseError) {
        let header = try TransportPacketHeader(bytes, at: offset)
        if header.pid != .null {
            guard header.scramblingControl == 0 else {
                throw .invalid(
                    offset: offset + 3,
                    field: "transport_scrambling_control",
                    found: "\(header.scramblingControl)",
                    expected: "0"
                )
            }
            let packet = try TransportPacket(header: header, bytes, at: offset)
            if header.hasPayload { try parsePayload(packet, bytes) }
        }
        offset += UInt64(TransportPacket.size)
    }

    private mutating func parsePayload(_ packet: TransportPacket, _ bytes: Span<UInt8>) throws(ParseError) {
        let pid = packet.header.pid
        let payload = bytes.extracting(packet.payload)
        let payloadOffset = offset + UInt64(packet.payload.lowerBound)
        let unitStart = packet.header.payloadUnitStartIndicator
        switch tables.content(of: pid, payload, unitStart: unitStart) {
        case .sections:
            // Only the tables that lead to the elementary streams are needed: PAT and PMTs.
            guard tables.tablePIDs.contains(pid), !payload.isEmpty else { return }
            for section in try assemblers[pid, default: SectionAssembler()].add(
                payload,
                unitStart: unitStart,
                at: payloadOffset
            ) {
                try tables.add(section, from: pid)
                hasOwnTables = true
            }
        case .pesPackets:
            try tracks[pid, default: TransportStreamTrack(tables.streams.last { $0.pid == pid })].parse(
                packet,
                bytes,
                at: offset
            )
        case .unknown:
            break
        }
    }
}
