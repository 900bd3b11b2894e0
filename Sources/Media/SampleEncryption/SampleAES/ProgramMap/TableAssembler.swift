import Bitstreams
import TransportStreams

/// Puts the sections of one table together; packets that are sent twice count once.
struct TableAssembler: Sendable {
    private var counter = ContinuityCounter()
    private var sections = SectionAssembler()

    /// Takes the next packet; gives the sections that end in it.
    mutating func take(
        _ packet: TransportPacket,
        _ bytes: Span<UInt8>,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> [ProgramSection] {
        switch counter.take(packet, bytes: bytes) {
        case .next: break
        case .duplicate: return []
        // What was begun has no end; the tables are repeated.
        case .gap: sections = SectionAssembler()
        }
        guard !packet.payload.isEmpty else { return [] }
        do throws(ParseError) {
            return try sections.consume(
                bytes.extracting(packet.payload),
                unitStart: packet.header.payloadUnitStartIndicator,
                at: offset + UInt64(packet.payload.lowerBound)
            )
        } catch {
            throw .malformed(error)
        }
    }
}
