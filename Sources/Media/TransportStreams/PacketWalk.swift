package import Bitstreams

/// A walk over the packets of a transport stream, for readers that change nothing.
///
/// `reader` cuts the stream into packets. The caller parses each as far as it needs it, and asks for its
/// continuity, the content of its payload, and the sections that end in it. Which faults it tolerates is its
/// own decision: an error of a packet does not end the walk.
///
/// Readers that go through every byte of a title, for SAMPLE-AES and for mezzanines, have faster walks.
package struct PacketWalk: Sendable {
    /// The reader of the packets.
    package var reader: PacketReader
    /// The content of the PAT and PMTs that were added.
    package private(set) var tables: ProgramTables
    private var assemblers = PacketIdentifierMap<TableAssembler>()

    /// Creates a walk from the start of a stream.
    ///
    /// - Parameters:
    ///   - reader: the reader of the packets.
    ///   - tables: the tables that apply before the first one of the stream.
    package init(_ reader: PacketReader, tables: ProgramTables = ProgramTables()) {
        self.reader = reader
        self.tables = tables
    }

    /// Checks the continuity counter of the next packet of a PID; in a gap, its section in progress is lost.
    package mutating func checkContinuity(
        of packet: TransportPacket,
        _ bytes: Span<UInt8>
    ) -> ContinuityCounterChecker.Verdict {
        assemblers[packet.header.pid, default: TableAssembler()].check(packet, bytes)
    }

    /// Returns the kind of the payload of a packet, by the tables so far.
    package func content(of packet: TransportPacket, _ bytes: Span<UInt8>) -> ProgramTables.Content {
        tables.content(
            of: packet.header.pid,
            bytes.extracting(packet.payload),
            unitStart: packet.header.payloadUnitStartIndicator
        )
    }

    /// Returns the sections that end in a packet; after an error, the section in progress is lost.
    ///
    /// - Parameters:
    ///   - packet: the next packet of a PID that carries sections.
    ///   - bytes: all 188 bytes.
    ///   - offset: the offset of the packet in the stream.
    /// - Returns: the sections, which are not added to `tables`.
    /// - Throws: the errors of `SectionAssembler.add`.
    package mutating func sections(
        in packet: TransportPacket,
        _ bytes: Span<UInt8>,
        at offset: UInt64
    ) throws(ParseError) -> [ProgramSection] {
        try assemblers[packet.header.pid, default: TableAssembler()].sections(in: packet, bytes, at: offset)
    }

    /// Adds a section to `tables`, if it is of a PAT or PMT.
    package mutating func add(_ section: ProgramSection, from pid: PacketIdentifier) throws(ParseError) {
        try tables.add(section, from: pid)
    }

    /// Returns the error for a section of a PID that is cut off by the end of the stream, or nil if there is
    /// none.
    package func unfinishedSectionError(on pid: PacketIdentifier) -> ParseError? {
        assemblers[pid, default: TableAssembler()].unfinishedError
    }
}
