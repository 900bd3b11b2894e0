import Bitstreams
import TransportStreams

/// An assembler of the sections of one table, which ignores duplicate packets.
struct TableAssembler: Sendable {
    private var counter = ContinuityCounterChecker()
    private var sections = SectionAssembler()

    /// Reads the next packet and returns the sections that end in it.
    mutating func read(
        _ packet: TransportPacket,
        _ bytes: Span<UInt8>,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> [ProgramSection] {
        switch counter.check(packet, bytes: bytes) {
        case .next: break
        case .duplicate: return []
        // The section in progress is lost; tables are repeated.
        case .gap: sections = SectionAssembler()
        }
        guard !packet.payload.isEmpty else { return [] }
        do throws(ParseError) {
            return try sections.add(
                bytes.extracting(packet.payload),
                unitStart: packet.header.payloadUnitStartIndicator,
                at: offset + UInt64(packet.payload.lowerBound)
            )
        } catch {
            throw .malformed(error)
        }
    }
}
