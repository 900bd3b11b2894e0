package import Bitstreams

/// The program map table (ISO/IEC 13818-1, 2.4.4.8): the elementary streams of one program.
///
/// It keeps every bit of the parsed section, including reserved bits, so that `section` returns the same
/// bytes except for changes.
package struct ProgramMapTable: Hashable, Sendable {
    /// The table_id of program map sections.
    package static let tableID: UInt8 = 0x02
    /// The largest section, in bytes, that fits with its pointer_field into one packet without adaptation
    /// field.
    package static let onePacketLimit = TransportPacket.size - TransportPacketHeader.size - 1

    /// The entry of one elementary stream.
    package struct ElementaryStream: Hashable, Sendable {
        /// stream_type.
        package var type: StreamType
        /// elementary_PID: the PID of the stream's packets.
        package let pid: PacketIdentifier
        /// The descriptors of the stream.
        package var descriptors: [ProgramDescriptor]
        /// The reserved bits before elementary_PID and ES_info_length.
        fileprivate var reserved = ReservedBits()

        /// Creates the entry of a stream to be written.
        package init(type: StreamType, pid: PacketIdentifier, descriptors: [ProgramDescriptor] = []) {
            self.type = type
            self.pid = pid
            self.descriptors = descriptors
        }
    }

    /// The reserved bits before a PID and before the length that follows it; all ones if not parsed.
    fileprivate struct ReservedBits: Hashable, Sendable {
        var pid: UInt16 = 0xE000
        var length: UInt16 = 0xF000
    }

    /// program_number.
    package let programNumber: UInt16
    /// version_number, 0 to 31.
    package var version: UInt8
    /// current_next_indicator: the table is in force already.
    let currentNextIndicator: Bool
    /// PCR_PID: the PID that carries the PCR of the program, or 0x1FFF if there is none.
    package let pcrPID: PacketIdentifier
    /// The descriptors of the program.
    package var descriptors: [ProgramDescriptor]
    /// The streams, in the order of the table.
    package var streams: [ElementaryStream]

    /// The four bits before section_length: section_syntax_indicator 1, a bit 0, two reserved bits.
    private var lengthFlags: UInt16 = 0xB000
    /// The two reserved bits before version_number.
    private var versionFlags: UInt8 = 0xC0
    private let sectionNumber: UInt8
    private let lastSectionNumber: UInt8
    private var reserved = ReservedBits()

    /// Creates a table to be written; version_number is taken modulo 32.
    package init(
        programNumber: UInt16,
        version: UInt8 = 0,
        pcrPID: PacketIdentifier,
        descriptors: [ProgramDescriptor] = [],
        streams: [ElementaryStream]
    ) {
        self.programNumber = programNumber
        self.version = version & 0x1F
        self.pcrPID = pcrPID
        self.descriptors = descriptors
        self.streams = streams
        currentNextIndicator = true
        sectionNumber = 0
        lastSectionNumber = 0
    }

    /// Parses the body of a section.
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
        version = syntax.version
        currentNextIndicator = syntax.currentNextIndicator
        lengthFlags = section.lengthFlags
        versionFlags = syntax.versionFlags
        sectionNumber = syntax.number
        lastSectionNumber = syntax.lastNumber
        var reader = ByteReader(section.body, at: section.bodyOffset)
        let pcrPIDBits = try reader.uint16()
        pcrPID = PacketIdentifier(pcrPIDBits)
        reserved.pid = pcrPIDBits & 0xE000
        (descriptors, reserved.length) = try Self.descriptors(&reader)
        var streams: [ElementaryStream] = []
        while !reader.isAtEnd {
            let type = StreamType(rawValue: try reader.uint8())
            let pidBits = try reader.uint16()
            let (descriptors, lengthBits) = try Self.descriptors(&reader)
            var stream = ElementaryStream(
                type: type,
                pid: PacketIdentifier(pidBits),
                descriptors: descriptors
            )
            stream.reserved = ReservedBits(pid: pidBits & 0xE000, length: lengthBits)
            streams.append(stream)
        }
        self.streams = streams
    }

    /// Parses a length of 12 bits and that many bytes of descriptors; also returns the four bits before the
    /// length.
    private static func descriptors(
        _ reader: inout ByteReader
    ) throws(ParseError) -> ([ProgramDescriptor], UInt16) {
        let length = try reader.uint16()
        var loop = try reader.subreader(length & 0x0FFF)
        var descriptors: [ProgramDescriptor] = []
        while !loop.isAtEnd {
            descriptors.append(try ProgramDescriptor(&loop))
        }
        return (descriptors, length & 0xF000)
    }
}

extension ProgramMapTable {
    /// The size of the section in bytes, from table_id to CRC_32.
    package var sectionSize: Int {
        Self.fixedSize + Self.size(of: descriptors)
            + streams.reduce(0) { $0 + Self.streamFixedSize + Self.size(of: $1.descriptors) }
    }

    /// The encoded section, with its CRC_32.
    ///
    /// - Precondition: `sectionSize` is at most 1024.
    package var section: [UInt8] {
        precondition(sectionSize <= 1024)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(sectionSize)
        bytes.append(Self.tableID)
        bytes.append(big: lengthFlags | UInt16(sectionSize - ProgramSection.prefixSize))
        bytes.append(big: programNumber)
        bytes.append(versionFlags | (version & 0x1F) << 1 | (currentNextIndicator ? 1 : 0))
        bytes.append(sectionNumber)
        bytes.append(lastSectionNumber)
        bytes.append(reserved, pcrPID, descriptors)
        for stream in streams {
            bytes.append(stream.type.rawValue)
            bytes.append(stream.reserved, stream.pid, stream.descriptors)
        }
        let checksum = CRC32MPEG.checksum(bytes)
        bytes.append(big: UInt16(checksum >> 16))
        bytes.append(big: UInt16(truncatingIfNeeded: checksum))
        return bytes
    }

    /// The size of a section in bytes without descriptors and streams.
    private static let fixedSize = 16
    /// The size of the entry of a stream in bytes without descriptors.
    private static let streamFixedSize = 5

    private static func size(of descriptors: [ProgramDescriptor]) -> Int {
        descriptors.reduce(0) { $0 + $1.size }
    }
}

extension [UInt8] {
    fileprivate mutating func append(big value: UInt16) {
        append(UInt8(value >> 8))
        append(UInt8(truncatingIfNeeded: value))
    }

    /// Appends a PID, the length of descriptors and the descriptors.
    fileprivate mutating func append(
        _ reserved: ProgramMapTable.ReservedBits,
        _ pid: PacketIdentifier,
        _ descriptors: [ProgramDescriptor]
    ) {
        let length = descriptors.reduce(0) { $0 + $1.size }
        append(big: reserved.pid | pid.rawValue)
        append(big: reserved.length | UInt16(length))
        for descriptor in descriptors {
            append(descriptor.tag)
            append(UInt8(descriptor.body.count))
            append(contentsOf: descriptor.body)
        }
    }
}
