import Bitstreams
import ElementaryStreams
import TransportStreams

/// What is remembered of a PID between its packets, and the checks that need it.
struct PacketStream: Sendable {
    private var counter = ContinuityCounter()
    private var sections = SectionAssembler()
    private var packets = PESPacketRun()

    /// Takes the next packet of the PID.
    ///
    /// - Parameters:
    ///   - packet: what was read of its header.
    ///   - bytes: all 188 bytes.
    ///   - offset: where they stand in the stream.
    ///   - tables: what the tables say; they take the sections that end in this packet.
    /// - Returns: the PTS of a PES packet that starts in it.
    /// - Throws: `ParseError` where a counter, a section, a PES packet or an audio frame is wrong.
    mutating func accept(
        _ packet: TransportPacket,
        _ bytes: Span<UInt8>,
        at offset: UInt64,
        tables: inout ProgramTables
    ) throws(ParseError) -> UInt64? {
        let pid = packet.header.pid
        switch counter.take(packet, bytes: bytes) {
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
            for section in try sections.consume(payload, unitStart: unitStart, at: payloadOffset) {
                try tables.take(section, from: pid)
            }
            return nil
        case .pesPackets(let type):
            if packet.adaptationField?.discontinuityIndicator == true {
                packets = PESPacketRun(checksums: packets.checksums)
            }
            return try packets.consume(payload, unitStart: unitStart, at: payloadOffset, type: type)
        case .unknown:
            return nil
        }
    }

    /// What the CRCs of the frames of audio say.
    var checksums: AudioFrameRun.Checksums { packets.checksums }

    /// The error that a section cut by the end of the stream is, or nil.
    var unfinishedSection: ParseError? { sections.unfinished }
}
