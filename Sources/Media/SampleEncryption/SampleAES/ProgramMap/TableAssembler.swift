import Bitstreams
import TransportStreams

/// An assembler of the sections of one table, which ignores duplicate packets.
struct TableAssembler: Sendable {
    private var counter = ContinuityCounterChecker()
    private var sections = SectionAssembler()

    /// Reads the next packet and returns the sections that end in it.
    mutating func take(
        _ packet: TransportPacket,
        _ bytes: Span<UInt8>,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> [ProgramSection] {
        switch counter.take(packet, bytes: bytes) {
        case .next: break
        case .duplicate: return []
        // The section in progress is lost; tables are repeated.
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
