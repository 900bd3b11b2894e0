package import Bitstreams

/// A complete section of PSI or of a private table, its CRC checked (ISO/IEC 13818-1, 2.4.4.11).
package struct ProgramSection: Hashable, Sendable {
    /// Bytes before section_length counts.
    package static let prefixSize = 3
    /// Tables up to this table_id are ISO/IEC 13818-1's own, whose sections are limited to 1024 bytes.
    private static let lastPSITableID: UInt8 = 0x03

    /// Where the section's table_id stands in the stream.
    package let offset: UInt64
    /// Which table it belongs to.
    package let tableID: UInt8
    /// The long form with version, numbers and CRC_32, which PAT and PMT have.
    package let syntax: Syntax?
    /// The four bits in front of section_length, in their place.
    let lengthFlags: UInt16
    /// The table's own bytes: behind the section header and before the CRC_32.
    package let body: ArraySlice<UInt8>

    /// The fields of the long form.
    package struct Syntax: Hashable, Sendable {
        /// table_id_extension: transport_stream_id of a PAT, program_number of a PMT.
        package let tableIDExtension: UInt16
        /// 0 to 31.
        package let version: UInt8
        /// Whether the table is in force already.
        package let currentNextIndicator: Bool
        /// 0 to `lastNumber`.
        package let number: UInt8
        /// The number of the table's last section.
        package let lastNumber: UInt8
        /// The two reserved bits in front of the version, in their place.
        let versionFlags: UInt8
    }

    /// Where the body stands in the stream, if the section is in one packet.
    package var bodyOffset: UInt64 { offset + UInt64(body.startIndex) }

    /// - Parameters:
    ///   - bytes: the whole section, from table_id to its last byte.
    ///   - offset: where table_id stands in the stream.
    /// - Throws: `ParseError` where bytes are missing or a field has an excluded value.
    package init(_ bytes: [UInt8], at offset: UInt64) throws(ParseError) {
        var reader = ByteReader(bytes[...], at: offset)
        self.offset = offset
        tableID = try reader.uint8()
        let flags = try reader.uint16()
        lengthFlags = flags & 0xF000
        guard Int(flags & 0x0FFF) == reader.count else {
            throw .truncated(offset: offset, needed: UInt64(flags & 0x0FFF), available: UInt64(reader.count))
        }
        guard flags & 0x8000 != 0 else {
            syntax = nil
            body = reader.rest
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
        let version = try reader.uint8()
        syntax = Syntax(
            tableIDExtension: tableIDExtension,
            version: version >> 1 & 0x1F,
            currentNextIndicator: version & 1 == 1,
            number: try reader.uint8(),
            lastNumber: try reader.uint8(),
            versionFlags: version & 0xC0
        )
        body = try reader.take(reader.count - 4)
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
