import Bitstreams
import MediaProbing
package import TransportStreams

/// Checks a transport stream segment (ISO/IEC 13818-1; RFC 8216, 3.2).
///
/// Checked: 188-byte packets to the last byte; the header, adaptation field and its stuffing of every packet;
/// the continuity counter of every PID; every section of PAT, PMT, CAT, NIT and DVB's SDT with its CRC; PAT
/// and PMTs are there and fit each other; start code, header and length of every PES packet of the streams
/// that the PMT names as carried in PES; frame headers of AAC, MPEG audio, AC-3 and E-AC-3, and the CRC of
/// the latter two.
///
/// Not noticed: a change inside video data and inside AAC and MPEG audio frames, which is most of a segment;
/// the content of null packets, of private sections, and of PIDs that no table names; a PES packet cut by the
/// end of the segment.
package struct TransportStreamSyntax: SyntaxChecker {
    private let expectation: ExpectedSyntax
    /// The start of a packet that the end of the last chunk cut off.
    private var partialPacket: [UInt8] = []
    /// The offset of the next packet.
    private var offset: UInt64 = 0
    private var tables = ProgramTables()
    private var streams = PacketIdentifierMap<PIDState>()
    private var times: [UInt32: UInt64] = [:]

    private(set) var fault: SyntaxFault?

    var checksumFaults: [ChecksumFault] {
        streams.all
            .compactMap { stream in
                ChecksumFault(stream.checksums) { "TS packet \($0.offset / UInt64(TransportPacket.size))" }
            }
            .sorted { $0.first.offset < $1.first.offset }
    }

    /// The elementary streams that the program maps name.
    package var elementaryStreams: [ProgramMapTable.ElementaryStream] { tables.streams }

    init(expecting expectation: ExpectedSyntax) {
        self.expectation = expectation
    }

    var start: SegmentStartTime? { times.isEmpty ? nil : .transport(times) }

    var kind: StreamKind { .transportStream }

    mutating func consume(_ chunk: Span<UInt8>) {
        var position = 0
        while fault == nil, position < chunk.count {
            if partialPacket.isEmpty, chunk.count - position >= TransportPacket.size {
                check(chunk.extracting(position..<position + TransportPacket.size))
                position += TransportPacket.size
            } else {
                partialPacket.append(chunk[position])
                position += 1
                if partialPacket.count == TransportPacket.size {
                    let packet = partialPacket
                    partialPacket = []
                    check(packet.span)
                }
            }
        }
    }

    mutating func finish() {
        guard fault == nil else { return }
        do throws(ParseError) {
            guard partialPacket.isEmpty else {
                throw .truncated(
                    offset: offset,
                    needed: UInt64(TransportPacket.size),
                    available: UInt64(partialPacket.count)
                )
            }
            guard expectation.requiresProgramTables else { return }
            for pid in tables.tablePIDs {
                if let error = streams[pid, default: PIDState()].unfinishedSection { throw error }
            }
            try tables.checkCompleteness()
        } catch {
            fault = SyntaxFault(error, in: partialPacket.isEmpty ? "transport stream" : structure)
        }
    }

    private var structure: String { "TS packet \(offset / UInt64(TransportPacket.size))" }

    private mutating func check(_ bytes: Span<UInt8>) {
        do throws(ParseError) {
            let header = try TransportPacketHeader(bytes, at: offset)
            try header.checkIsReadable(at: offset)
            let packet = try TransportPacket(header: header, bytes, at: offset)
            if header.pid != .null { try accept(packet, bytes) }
            offset += UInt64(TransportPacket.size)
        } catch {
            fault = SyntaxFault(error, in: structure)
        }
    }

    private mutating func accept(_ packet: TransportPacket, _ bytes: Span<UInt8>) throws(ParseError) {
        let pid = packet.header.pid
        let time = try streams[pid, default: PIDState()].accept(
            packet,
            bytes,
            at: offset,
            tables: &tables
        )
        if let time, times[UInt32(pid.rawValue)] == nil { times[UInt32(pid.rawValue)] = time }
    }
}
