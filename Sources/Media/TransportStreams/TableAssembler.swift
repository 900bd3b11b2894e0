package import Bitstreams

/// An assembler of the sections of one PID from its packets.
package struct TableAssembler: Sendable {
    private var counter = ContinuityCounterChecker()
    private var sections = SectionAssembler()

    /// Creates the state before the first packet.
    package init() {}

    /// Reads the next packet, and ignores a duplicate.
    ///
    /// - Parameters:
    ///   - packet: the parsed packet.
    ///   - bytes: all 188 bytes.
    ///   - offset: the offset of the packet in the stream.
    /// - Returns: the sections that end in the packet.
    /// - Throws: the errors of `SectionAssembler.add`.
    package mutating func read(
        _ packet: TransportPacket,
        _ bytes: Span<UInt8>,
        at offset: UInt64
    ) throws(ParseError) -> [ProgramSection] {
        guard check(packet, bytes) != .duplicate else { return [] }
        return try sections(in: packet, bytes, at: offset)
    }

    /// Checks the continuity counter of the next packet; in a gap, the section in progress is lost.
    mutating func check(
        _ packet: TransportPacket,
        _ bytes: Span<UInt8>
    ) -> ContinuityCounterChecker.Verdict {
        let verdict = counter.check(packet, bytes: bytes)
        if case .gap = verdict { sections = SectionAssembler() }
        return verdict
    }

    /// Returns the sections that end in the next packet; after an error, the section in progress is lost.
    mutating func sections(
        in packet: TransportPacket,
        _ bytes: Span<UInt8>,
        at offset: UInt64
    ) throws(ParseError) -> [ProgramSection] {
        guard !packet.payload.isEmpty else { return [] }
        do throws(ParseError) {
            return try sections.add(
                bytes.extracting(packet.payload),
                unitStart: packet.header.payloadUnitStartIndicator,
                at: offset + UInt64(packet.payload.lowerBound)
            )
        } catch {
            sections = SectionAssembler()
            throw error
        }
    }

    /// The error for a section that is cut off by the end of the stream, or nil if there is none.
    var unfinishedError: ParseError? { sections.unfinishedError }
}
