package import Bitstreams

/// The content of PAT and PMTs of a transport stream, collected while it is read.
package struct ProgramTables: Sendable {
    /// The kind of payload of a PID.
    package enum Content: Hashable, Sendable {
        /// Sections of a table.
        case sections
        /// PES packets of an elementary stream.
        case pesPackets(StreamType)
        /// Data that no table describes.
        case unknown
    }

    private var hasAssociation = false
    private var contents = PacketIdentifierMap<Content>()
    /// The program numbers by the PID of their program map.
    private var programs: [PacketIdentifier: Set<UInt16>] = [:]
    /// The program maps by program number.
    private var maps: [UInt16: ProgramMapTable] = [:]

    /// Creates the state before the first table; the PIDs of PAT, CAT and TSDT are known to carry sections.
    package init() {
        for pid in [PacketIdentifier.programAssociation, .conditionalAccess, .streamDescription] {
            contents[pid, default: .unknown] = .sections
        }
    }

    /// A program listed in the program association table.
    package struct Program: Hashable, Sendable {
        /// program_number.
        package let number: UInt16
        /// The PID of the program map.
        package let mapPID: PacketIdentifier
        /// The program map, or nil before it is read.
        package let map: ProgramMapTable?
    }

    /// The programs, ordered by number.
    package var allPrograms: [Program] {
        programs.flatMap { pid, numbers in
            numbers.map { Program(number: $0, mapPID: pid, map: maps[$0]) }
        }.sorted { ($0.number, $0.mapPID.rawValue) < ($1.number, $1.mapPID.rawValue) }
    }

    /// The elementary streams of all programs, by program number and then in the order of the program map.
    package var streams: [ProgramMapTable.ElementaryStream] {
        maps.sorted { $0.key < $1.key }.flatMap(\.value.streams)
    }

    /// The PIDs of PAT and PMTs, without which a segment cannot be played.
    package var tablePIDs: [PacketIdentifier] {
        [.programAssociation] + programs.keys.sorted { $0.rawValue < $1.rawValue }
    }

    /// Returns the kind of a payload of `pid`.
    package func content(of pid: PacketIdentifier, _ payload: Span<UInt8>, unitStart: Bool) -> Content {
        let content = contents[pid, default: .unknown]
        guard content == .unknown, pid == .serviceDescription else { return content }
        return !unitStart || Self.startsServiceTable(payload) ? .sections : .unknown
    }

    /// Adds a section, if it is of a PAT or PMT.
    package mutating func add(_ section: ProgramSection, from pid: PacketIdentifier) throws(ParseError) {
        if pid == .programAssociation {
            try addProgramAssociation(try ProgramAssociationTable(section), section)
        } else if programs[pid] != nil, section.tableID == ProgramMapTable.tableID {
            try addProgramMap(try ProgramMapTable(section), section, from: pid)
        }
    }

    /// Throws unless there was a PAT with a program, and the PMT of every program.
    package func checkCompleteness() throws(ParseError) {
        guard hasAssociation, !programs.isEmpty else {
            throw .missing(
                offset: 0,
                hasAssociation ? "program in the association table" : "program association table"
            )
        }
        let missing = programs.values.joined().filter { maps[$0] == nil }.min()
        if let missing { throw .missing(offset: 0, "program map table of program \(missing)") }
    }

    private mutating func addProgramAssociation(
        _ table: ProgramAssociationTable,
        _ section: ProgramSection
    ) throws(ParseError) {
        guard section.syntax?.currentNextIndicator == true else { return }
        hasAssociation = true
        if let pid = table.networkPID { contents[pid, default: .unknown] = .sections }
        for program in table.programs {
            programs[program.programMapPID, default: []].insert(program.programNumber)
            contents[program.programMapPID, default: .unknown] = .sections
        }
    }

    private mutating func addProgramMap(
        _ table: ProgramMapTable,
        _ section: ProgramSection,
        from pid: PacketIdentifier
    ) throws(ParseError) {
        guard programs[pid]?.contains(table.programNumber) == true else {
            throw .invalid(
                offset: section.offset,
                field: "program_number",
                found: "\(table.programNumber)",
                expected: "one that the program association table puts on \(pid)"
            )
        }
        guard section.syntax?.currentNextIndicator == true else { return }
        maps[table.programNumber] = table
        for stream in table.streams {
            guard stream.pid.rawValue >= 0x0010, stream.pid != .null, programs[stream.pid] == nil else {
                throw .invalid(
                    offset: section.offset,
                    field: "elementary_PID",
                    found: stream.pid.rawValue.hexadecimalText,
                    expected: "0x0010 to 0x1FFE, and not the PID of a program map"
                )
            }
            let content = stream.type.isCarriedInPES ? Content.pesPackets(stream.type) : .unknown
            contents[stream.pid, default: .unknown] = content
        }
    }

    /// Indicates whether a payload on the PID of DVB's service description table starts with a table that DVB
    /// puts there: the service descriptions of this or other streams, or bouquets.
    ///
    /// Outside DVB the PID may be used for anything.
    private static func startsServiceTable(_ payload: Span<UInt8>) -> Bool {
        guard payload.count > 0 else { return false }
        let start = 1 + Int(payload[0])
        return start < payload.count && [0x42, 0x46, 0x4A].contains(payload[start])
    }
}
