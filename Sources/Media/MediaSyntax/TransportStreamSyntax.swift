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
    private var walk = PacketWalk(PacketReader(format: .plain))
    private var pesChecks = PacketIdentifierMap<PESPacketCheck>()
    private var times: [UInt32: UInt64] = [:]

    private(set) var fault: SyntaxFault?

    var checksumFaults: [ChecksumFault] {
        pesChecks.all
            .compactMap { check in ChecksumFault(check.checksums) { Self.structure(at: $0.offset) } }
            .sorted { $0.first.offset < $1.first.offset }
    }

    /// The elementary streams that the program maps name.
    package var elementaryStreams: [ProgramMapTable.ElementaryStream] { walk.tables.streams }

    init(expecting expectation: ExpectedSyntax) {
        self.expectation = expectation
    }

    var start: SegmentStartTime? { times.isEmpty ? nil : .transport(times) }

    var kind: StreamKind { .transportStream }

    mutating func consume(_ chunk: Span<UInt8>) {
        guard fault == nil else { return }
        walk.reader.append(chunk)
        var offset: UInt64 = 0
        do throws(ParseError) {
            while let packet = try walk.reader.next() {
                offset = packet.offset
                let buffer = walk.reader.bytes
                try check(buffer.span.extracting(packet.range), at: offset)
            }
        } catch {
            fault = SyntaxFault(error, in: Self.structure(at: offset))
        }
    }

    mutating func finish() {
        guard fault == nil else { return }
        do throws(ParseError) {
            _ = try walk.reader.next(isLast: true)
        } catch {
            fault = SyntaxFault(error, in: Self.structure(at: error.offset))
            return
        }
        guard expectation.requiresProgramTables else { return }
        do throws(ParseError) {
            for pid in walk.tables.tablePIDs {
                if let error = walk.unfinishedSectionError(on: pid) { throw error }
            }
            try walk.tables.checkCompleteness()
        } catch {
            fault = SyntaxFault(error, in: "transport stream")
        }
    }

    private static func structure(at offset: UInt64) -> String {
        "TS packet \(offset / UInt64(TransportPacket.size))"
    }

    private mutating func check(_ bytes: Span<UInt8>, at offset: UInt64) throws(ParseError) {
        let header = try TransportPacketHeader(bytes, at: offset)
        try header.checkIsReadable(at: offset)
        let packet = try TransportPacket(header: header, bytes, at: offset)
        guard header.pid != .null else { return }
        switch walk.checkContinuity(of: packet, bytes) {
        case .next: break
        case .duplicate: return
        case .gap(let expected):
            throw ContinuityCounterChecker.gapError(
                on: header.pid,
                found: header.continuityCounter,
                expected: expected,
                at: offset
            )
        }
        guard !packet.payload.isEmpty else { return }
        switch walk.content(of: packet, bytes) {
        case .sections:
            for section in try walk.sections(in: packet, bytes, at: offset) {
                try walk.add(section, from: header.pid)
            }
        case .pesPackets(let type):
            try checkPayload(of: packet, bytes, at: offset, type)
        case .unknown:
            break
        }
    }

    private mutating func checkPayload(
        of packet: TransportPacket,
        _ bytes: Span<UInt8>,
        at offset: UInt64,
        _ type: StreamType
    ) throws(ParseError) {
        let pid = packet.header.pid
        if packet.adaptationField?.discontinuityIndicator == true {
            let checksums = pesChecks[pid, default: PESPacketCheck()].checksums
            pesChecks[pid, default: PESPacketCheck()] = PESPacketCheck(checksums: checksums)
        }
        let time = try pesChecks[pid, default: PESPacketCheck()].consume(
            bytes.extracting(packet.payload),
            unitStart: packet.header.payloadUnitStartIndicator,
            at: offset + UInt64(packet.payload.lowerBound),
            type: type
        )
        if let time, times[UInt32(pid.rawValue)] == nil { times[UInt32(pid.rawValue)] = time }
    }
}
