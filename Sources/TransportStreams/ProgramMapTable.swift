package import Bitstreams

/// The program map table (ISO/IEC 13818-1, 2.4.4.8): the elementary streams of one program.
package struct ProgramMapTable: Hashable, Sendable {
    /// The table_id of its section.
    package static let tableID: UInt8 = 0x02

    /// One elementary stream.
    package struct ElementaryStream: Hashable, Sendable {
        /// What it carries.
        package let type: StreamType
        /// Where its packets are.
        package let pid: PacketIdentifier
        /// The descriptors that belong to it.
        package let descriptors: [ProgramDescriptor]
    }

    /// The program that it describes.
    package let programNumber: UInt16
    /// The PID that carries the program's clock; 0x1FFF when there is none.
    package let clockPID: PacketIdentifier
    /// The descriptors that belong to the program.
    package let descriptors: [ProgramDescriptor]
    /// The streams, in the table's order.
    package let streams: [ElementaryStream]

    /// Reads the body of a section.
    package init(_ section: ProgramSection) throws(ParseError) {
        guard section.tableID == Self.tableID, let syntax = section.syntax else {
            throw .invalid(
                offset: section.offset,
                field: "table_id",
                found: section.tableID.hexadecimalText,
                expected: "0x02 of a program map section"
            )
        }
        programNumber = syntax.tableIDExtension
        var reader = ByteReader(section.body, at: section.bodyOffset)
        clockPID = PacketIdentifier(try reader.uint16())
        descriptors = try Self.descriptors(&reader)
        var streams: [ElementaryStream] = []
        while !reader.isAtEnd {
            let type = StreamType(rawValue: try reader.uint8())
            let pid = PacketIdentifier(try reader.uint16())
            streams.append(
                ElementaryStream(type: type, pid: pid, descriptors: try Self.descriptors(&reader))
            )
        }
        self.streams = streams
    }

    /// A length of 12 bits and that many bytes of descriptors.
    private static func descriptors(_ reader: inout ByteReader) throws(ParseError) -> [ProgramDescriptor] {
        let length = try reader.uint16() & 0x0FFF
        var loop = try reader.part(length)
        var descriptors: [ProgramDescriptor] = []
        while !loop.isAtEnd {
            descriptors.append(try ProgramDescriptor(&loop))
        }
        return descriptors
    }
}
