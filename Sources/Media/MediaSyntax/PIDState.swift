import Bitstreams
import ElementaryStreams
import TransportStreams

/// The state of a PID between its packets, and the checks that need it.
struct PIDState: Sendable {
    private var continuityChecker = ContinuityCounterChecker()
    private var sectionAssembler = SectionAssembler()
    private var pesCheck = PESPacketCheck()

    /// Checks the next packet of the PID.
    ///
    /// - Parameters:
    ///   - packet: its parsed header and adaptation field.
    ///   - bytes: all 188 bytes.
    ///   - offset: the offset of the packet in the stream.
    ///   - tables: the program tables, to which sections that end in this packet are added.
    /// - Returns: the PTS of a PES packet that starts in this packet, or nil if it has none.
    /// - Throws: `ParseError` for a wrong continuity counter, section, PES packet or audio frame.
    mutating func accept(
        _ packet: TransportPacket,
        _ bytes: Span<UInt8>,
        at offset: UInt64,
        tables: inout ProgramTables
    ) throws(ParseError) -> UInt64? {
        let pid = packet.header.pid
        switch continuityChecker.check(packet, bytes: bytes) {
        case .next: break
        case .duplicate: return nil
        case .gap(let expected):
            throw .invalid(
                offset: offset + 3,
                field: "continuity_counter of \(pid)",
                found: "\(packet.header.continuityCounter)",
                expected: "\(expected)"
            )
        }
        guard !packet.payload.isEmpty else { return nil }
        let payload = bytes.extracting(packet.payload)
        let payloadOffset = offset + UInt64(packet.payload.lowerBound)
        let unitStart = packet.header.payloadUnitStartIndicator
        switch tables.content(of: pid, payload, unitStart: unitStart) {
        case .sections:
            for section in try sectionAssembler.add(payload, unitStart: unitStart, at: payloadOffset) {
                try tables.add(section, from: pid)
            }
            return nil
        case .pesPackets(let type):
            if packet.adaptationField?.discontinuityIndicator == true {
                pesCheck = PESPacketCheck(checksums: pesCheck.checksums)
            }
            return try pesCheck.consume(payload, unitStart: unitStart, at: payloadOffset, type: type)
        case .unknown:
            return nil
        }
    }

    /// The CRC results of the audio frames.
    var checksums: AudioFrameParser.Checksums { pesCheck.checksums }

    /// The error for a section that is cut off by the end of the stream, or nil if there is none.
    var unfinishedSection: ParseError? { sectionAssembler.unfinishedError }
}
