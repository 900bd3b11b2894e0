import Bitstreams
import TransportStreams

/// A parser of transport streams (ISO/IEC 13818-1; RFC 8216, 3.2).
///
/// It reads the streams of the program map, their codecs, and the time stamps of their PES packets.
struct TransportStreamParser: StreamParser {
    private var walk: PacketWalk
    private var tracks = PacketIdentifierMap<TransportStreamTrack>()
    private var hasOwnTables = false

    /// - Parameter initialization: the tables in the packets that `EXT-X-MAP` names, or nil if there are
    ///   none.
    init(initialization: MediaInitialization?) {
        let reader = PacketReader(format: .plain)
        if case .programs(let tables)? = initialization?.form {
            walk = PacketWalk(reader, tables: tables)
        } else {
            walk = PacketWalk(reader)
        }
    }

    var foundInitialization: MediaInitialization? {
        hasOwnTables ? MediaInitialization(.programs(walk.tables)) : nil
    }

    mutating func consume(_ chunk: Span<UInt8>) throws(ParseError) {
        walk.reader.append(chunk)
        while let packet = try walk.reader.next() {
            let buffer = walk.reader.bytes
            try parsePacket(buffer.span.extracting(packet.range), at: packet.offset)
        }
    }

    mutating func finish() throws(ParseError) -> MediaContent {
        _ = try walk.reader.next(isLast: true)
        try walk.tables.checkCompleteness()
        var mediaTracks: [MediaTrack] = []
        for stream in walk.tables.streams where stream.type.isCarriedInPES {
            var track = tracks[stream.pid, default: TransportStreamTrack(stream)]
            mediaTracks.append(try track.finish())
        }
        return MediaContent(kind: .transportStream, tracks: mediaTracks)
    }

    private mutating func parsePacket(_ bytes: Span<UInt8>, at offset: UInt64) throws(ParseError) {
        let header = try TransportPacketHeader(bytes, at: offset)
        guard header.pid != .null else { return }
        guard header.scramblingControl == 0 else {
            throw .invalid(
                offset: offset + 3,
                field: "transport_scrambling_control",
                found: "\(header.scramblingControl)",
                expected: "0"
            )
        }
        let packet = try TransportPacket(header: header, bytes, at: offset)
        guard header.hasPayload else { return }
        switch walk.content(of: packet, bytes) {
        case .sections:
            // Only the tables that lead to the elementary streams are needed: PAT and PMTs.
            guard walk.tables.tablePIDs.contains(header.pid) else { return }
            for section in try walk.sections(in: packet, bytes, at: offset) {
                try walk.add(section, from: header.pid)
                hasOwnTables = true
            }
        case .pesPackets:
            let verdict = walk.checkContinuity(of: packet, bytes)
            try tracks[
                header.pid,
                default: TransportStreamTrack(walk.tables.streams.last { $0.pid == header.pid })
            ].parse(packet, verdict, bytes, at: offset)
        case .unknown:
            break
        }
    }
}
