package import Bitstreams

/// A complete section of PSI or of a private table, with its CRC checked (ISO/IEC 13818-1, 2.4.4.11).
package struct ProgramSection: Hashable, Sendable {
    /// The number of bytes up to and including section_length.
    static let prefixSize = 3
    /// The highest table_id of the tables of ISO/IEC 13818-1 itself, whose sections have at most 1024 bytes.
    private static let lastPSITableID: UInt8 = 0x03

    /// The offset of table_id in the stream.
    package let offset: UInt64
    /// table_id.
    package let tableID: UInt8
    /// The fields of the long form (section_syntax_indicator 1, as in PAT and PMT), or nil for the short
    /// form.
    package let syntax: Syntax?
    /// The four bits before section_length, as the upper four of 16 bits.
    let lengthFlags: UInt16
    /// The bytes of the table: after the section header and before the CRC_32.
    let body: ArraySlice<UInt8>

    /// The fields that only the long form of a section has.
    package struct Syntax: Hashable, Sendable {
        /// table_id_extension: transport_stream_id of a PAT, program_number of a PMT.
        package let tableIDExtension: UInt16
        /// version_number, 0 to 31.
        let version: UInt8
        /// current_next_indicator: the table is in force already.
        package let currentNextIndicator: Bool
        /// section_number, 0 to `lastNumber`.
        package let number: UInt8
        /// last_section_number: the number of the last section of the table.
        package let lastNumber: UInt8
        /// The two reserved bits before version_number, as the upper two of 8 bits.
        let versionFlags: UInt8
    }

    /// The offset of the body in the stream, correct if the section is within one packet.
    var bodyOffset: UInt64 { offset + UInt64(body.startIndex) }

    /// Parses a section and checks its CRC_32.
    ///
    /// - Parameters:
    ///   - bytes: the whole section, from table_id to its last byte.
    ///   - offset: the offset of table_id in the stream.
    /// - Throws: `ParseError` if bytes are missing, a field has a forbidden value or the CRC is wrong.
    package init(_ bytes: [UInt8], at offset: UInt64) throws(ParseError) {
        var reader = ByteReader(bytes[...], at: offset)
        self.offset = offset
        tableID = try reader.uint8()
        let flagsAndLength = try reader.uint16()
        lengthFlags = flagsAndLength & 0xF000
        guard Int(flagsAndLength & 0x0FFF) == reader.count else {
            throw .truncated(
                offset: offset,
                needed: UInt64(flagsAndLength & 0x0FFF),
                available: UInt64(reader.count)
            )
        }
        guard flagsAndLength & 0x8000 != 0 else {
            syntax = nil
            body = reader.remainingBytes
            return
        }
        let lengths = tableID <= Self.lastPSITableID ? 9...1021 : 9...4093
        guard lengths.contains(reader.count) else {
            throw .invalid(
                offset: offset + 1,
                field: "section_length",
                found: "\(reader.count)",
                expected: "\(lengths.lowerBound) to \(lengths.upperBound)"
            )
        }
        let tableIDExtension = try reader.uint16()
        let versionByte = try reader.uint8()
        syntax = Syntax(
            tableIDExtension: tableIDExtension,
            version: versionByte >> 1 & 0x1F,
            currentNextIndicator: versionByte & 1 == 1,
            number: try reader.uint8(),
            lastNumber: try reader.uint8(),
            versionFlags: versionByte & 0xC0
        )
        body = try reader.read(reader.count - 4)
        guard CRC32MPEG.checksum(bytes.span) == 0 else {
            throw .invalid(
                offset: offset,
                field: "section of table_id " + tableID.hexadecimalText,
                found: "with a wrong CRC_32",
                expected: "CRC_32 " + CRC32MPEG.checksum(bytes.dropLast(4)).hexadecimalText
            )
        }
    }
}
