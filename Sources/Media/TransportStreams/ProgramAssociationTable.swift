package import Bitstreams

/// One section of the program association table (ISO/IEC 13818-1, 2.4.4.3): the PID of each program's map.
package struct ProgramAssociationTable: Hashable, Sendable {
    /// The table_id of program association sections.
    static let tableID: UInt8 = 0x00

    /// The entry of one program.
    package struct Entry: Hashable, Sendable {
        /// program_number, not 0.
        package let programNumber: UInt16
        /// The PID of the program map table.
        package let programMapPID: PacketIdentifier
    }

    /// The programs, in the order of the table.
    package let programs: [Entry]
    /// The PID of the network information table, listed with program_number 0, or nil if there is none.
    package let networkPID: PacketIdentifier?

    /// Parses the body of a section.
    package init(_ section: ProgramSection) throws(ParseError) {
        guard section.tableID == Self.tableID, section.syntax != nil else {
            throw .invalid(
                offset: section.offset,
                field: "table_id",
                found: section.tableID.hexadecimalText,
                expected: "0x00 of a program association section"
            )
        }
        var reader = ByteReader(section.body, at: section.bodyOffset)
        var programs: [Entry] = []
        var networkPID: PacketIdentifier?
        while !reader.isAtEnd {
            let offset = reader.offset
            let number = try reader.uint16()
            let pid = PacketIdentifier(try reader.uint16())
            guard (0x0010...0x1FFE).contains(pid.rawValue) else {
                throw .invalid(
                    offset: offset + 2,
                    field: "program_map_PID",
                    found: pid.rawValue.hexadecimalText,
                    expected: "0x0010 to 0x1FFE"
                )
            }
            if number == 0 {
                networkPID = pid
            } else {
                programs.append(Entry(programNumber: number, programMapPID: pid))
            }
        }
        self.programs = programs
        self.networkPID = networkPID
    }
}
