import Bitstreams
import ProtectionTerms
import TransportStreams

/// A reader of the tables of a segment: a PAT with one program, and its PMT, whose streams do not change.
///
/// HLS allows one program (RFC 8216, 3.2). Clear and protected segments are read alike.
struct SingleProgramTables: Sendable {
    /// The PID of the program map, or nil before the PAT was read.
    private(set) var programMapPID: PacketIdentifier?
    /// The program map, or nil before it was read; the first one if descriptors change within the segment.
    private(set) var programMap: ProgramMapTable?
    /// The different program maps of the segment itself, in order of first appearance.
    private(set) var ownMaps: [ProgramMapTable] = []
    /// The program map that was read last.
    private(set) var latestMap: ProgramMapTable?
    /// Indicates whether the segment itself has a program map.
    var hasOwnMap: Bool { !ownMaps.isEmpty }
    /// The offset of the first section of the segment's own program map, or 0 before it.
    private(set) var mapOffset: UInt64 = 0

    private let hasInitializationTables: Bool
    private var programNumber: UInt16?
    private var hasOwnAssociation = false
    private var associationAssembler = TableAssembler()
    private var mapAssembler = TableAssembler()

    /// - Parameter initializationTables: the program map that the segment's `EXT-X-MAP` names, or nil if
    ///   there is none.
    init(initializationTables: (pid: PacketIdentifier, map: ProgramMapTable)? = nil) {
        programMapPID = initializationTables?.pid
        programMap = initializationTables?.map
        latestMap = initializationTables?.map
        programNumber = initializationTables?.map.programNumber
        hasInitializationTables = initializationTables != nil
    }

    /// Indicates whether packets of `pid` must be given to `read`.
    func contains(_ pid: PacketIdentifier) -> Bool {
        pid == .programAssociation || pid == programMapPID
    }

    /// Reads the next packet of the PAT or PMT.
    ///
    /// - Parameters:
    ///   - packet: the parsed packet.
    ///   - bytes: all 188 bytes.
    ///   - offset: the offset of the packet in the stream.
    /// - Throws: `SampleEncryptionError` for a wrong CRC, tables not yet in force, several programs, a map
    ///   whose streams change, and other sections on the PID of the map.
    mutating func read(
        _ packet: TransportPacket,
        _ bytes: Span<UInt8>,
        at offset: UInt64
    ) throws(SampleEncryptionError) {
        let isAssociation = packet.header.pid == .programAssociation
        guard isAssociation || packet.header.pid == programMapPID else { return }
        let sections: [ProgramSection]
        do throws(ParseError) {
            sections =
                isAssociation
                ? try associationAssembler.read(packet, bytes, at: offset)
                : try mapAssembler.read(packet, bytes, at: offset)
        } catch {
            throw .malformed(error)
        }
        for section in sections {
            if isAssociation { try processAssociation(section) } else { try processMap(section) }
        }
    }

    /// Throws if no program map was read.
    func checkCompleteness() throws(SampleEncryptionError) {
        guard programMap == nil else { return }
        let missing: String =
            if hasOwnAssociation, let programNumber, let programMapPID {
                "program map of program \(programNumber) on \(programMapPID)"
            } else {
                "program association table"
            }
        throw .malformed(
            .missing(offset: 0, hasInitializationTables ? missing : missing + ", nor an EXT-X-MAP with one")
        )
    }

    private mutating func processAssociation(_ section: ProgramSection) throws(SampleEncryptionError) {
        try Self.checkInForce(section, "program association table")
        guard section.syntax?.lastNumber == 0 else {
            throw .unsupported(
                offset: section.offset,
                what: "a program association table of several sections",
                remedy: Self.oneProgram
            )
        }
        let table: ProgramAssociationTable
        do throws(ParseError) {
            table = try ProgramAssociationTable(section)
        } catch {
            throw .malformed(error)
        }
        guard let program = table.programs.first else {
            throw .malformed(.missing(offset: section.offset, "program in the program association table"))
        }
        guard table.programs.count == 1 else {
            throw .unsupported(
                offset: section.offset,
                what: "\(table.programs.count) programs",
                remedy: Self.oneProgram
            )
        }
        if hasOwnAssociation || hasOwnMap {
            guard program.programMapPID == programMapPID, program.programNumber == programNumber else {
                throw .unsupported(
                    offset: section.offset,
                    what: "a program association table that changes within the segment",
                    remedy: Self.resegment
                )
            }
        } else if program.programMapPID != programMapPID || program.programNumber != programNumber {
            // The segment's own tables replace those of its EXT-X-MAP.
            programMap = nil
            latestMap = nil
            mapAssembler = TableAssembler()
        }
        hasOwnAssociation = true
        programMapPID = program.programMapPID
        programNumber = program.programNumber
    }

    private mutating func processMap(_ section: ProgramSection) throws(SampleEncryptionError) {
        guard section.tableID == ProgramMapTable.tableID, section.syntax != nil,
            section.syntax?.tableIDExtension == programNumber
        else {
            let isMap = section.tableID == ProgramMapTable.tableID
            let number = section.syntax.map { "\($0.tableIDExtension)" } ?? "none"
            throw .unsupported(
                offset: section.offset,
                what: (isMap
                    ? "the map of another program (\(number))"
                    : "a section of table_id \(section.tableID.hexadecimalText)")
                    + " on the PID of the program map",
                remedy: "Multiplex it on a PID of its own, or use \(CommandOption.method) aes-128"
            )
        }
        try Self.checkInForce(section, "program map")
        let table: ProgramMapTable
        do throws(ParseError) {
            table = try ProgramMapTable(section)
            try Self.check(table, section, on: programMapPID)
        } catch {
            throw .malformed(error)
        }
        if let first = ownMaps.first {
            guard table.hasSameStreams(as: first) else {
                throw .unsupported(
                    offset: section.offset,
                    what: "a program map that changes within the segment",
                    remedy: Self.resegment
                )
            }
        } else {
            mapOffset = section.offset
            programMap = table
        }
        latestMap = table
        guard !ownMaps.contains(table) else { return }
        guard ownMaps.count < Self.mapLimit else {
            throw .unsupported(
                offset: section.offset,
                what: "a program map that changes \(Self.mapLimit) times within the segment",
                remedy: Self.resegment
            )
        }
        ownMaps.append(table)
    }

    /// The maximum number of different program maps of a segment.
    private static let mapLimit = 32

    /// Throws unless a map is one section and names PIDs of streams, each once (ISO/IEC 13818-1, 2.4.4.9 and
    /// table 2-3).
    private static func check(
        _ table: ProgramMapTable,
        _ section: ProgramSection,
        on mapPID: PacketIdentifier?
    ) throws(ParseError) {
        guard section.syntax?.number == 0, section.syntax?.lastNumber == 0 else {
            throw .invalid(
                offset: section.offset + 6,
                field: "section_number and last_section_number of a program map",
                found: "\(section.syntax?.number ?? 0) and \(section.syntax?.lastNumber ?? 0)",
                expected: "0 and 0"
            )
        }
        var seen: Set<PacketIdentifier> = []
        for stream in table.streams {
            let isStreamPID = (0x0010...0x1FFE).contains(stream.pid.rawValue) && stream.pid != mapPID
            guard isStreamPID, seen.insert(stream.pid).inserted else {
                throw .invalid(
                    offset: section.offset,
                    field: "elementary_PID",
                    found: stream.pid.rawValue.hexadecimalText,
                    expected: "0x0010 to 0x1FFE, each once, and not the PID of the program map"
                )
            }
        }
    }

    private static func checkInForce(
        _ section: ProgramSection,
        _ name: String
    ) throws(SampleEncryptionError) {
        guard section.syntax?.currentNextIndicator != false else {
            throw .unsupported(
                offset: section.offset,
                what: "a \(name) that is not in force yet (current_next_indicator 0)",
                remedy:
                    "Segment the stream so that tables are in force where they occur, or use \(CommandOption.method) aes-128"
            )
        }
    }

    private static let oneProgram =
        "Multiplex each program into a stream of its own; HLS allows only one program in a stream"
    private static let resegment =
        "Start a segment where the tables change, or use \(CommandOption.method) aes-128"
}
