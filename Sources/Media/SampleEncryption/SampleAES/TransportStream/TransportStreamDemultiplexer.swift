import Bitstreams
import TransportStreams

/// Takes a segment apart, packet by packet, for an encryptor or a reader of the essence: both see the same things in
/// the same order, whether the segment is clear or protected.
struct TransportStreamDemultiplexer: Sendable {
    /// What to do with the packets of a PID.
    enum Role: Equatable, Sendable {
        /// Not for us.
        case other
        /// PAT.
        case association
        /// PMT.
        case programMap
        /// Null packets.
        case null
        /// A stream that SAMPLE-AES can protect, by its place in `streams`.
        case stream(UInt8)
    }

    /// The packets.
    var window: PacketWindow
    /// The tables.
    private(set) var tables: SingleProgramTables
    /// The streams that SAMPLE-AES can protect, in the order of the program map.
    var streams: [StreamAssembly] = []
    /// Whether the segment was read whole, from its first byte to its last one.
    let isWhole: Bool

    /// Reads tables ahead of the packet that is next, until there is a program map.
    ///
    /// Packets of its streams may stand before it. Nil when the map is known, and for a part of a segment.
    private var scout: SingleProgramTables?
    /// The packet that `scout` reads next.
    private var scoutedNumber = 0

    /// Room for packets and data of streams that nobody has yet.
    private var buffers: SampleAESBuffers
    /// By PID.
    private var roles = [Role](repeating: .other, count: 0x2000)
    private var isFinished = false
    /// What `roles` say.
    private var programMapPID: PacketIdentifier?
    private var programMap: ProgramMapTable?

    /// - Parameters:
    ///   - format: how packets follow each other; nil to find out.
    ///   - section: the program map of the segment's `EXT-X-MAP`.
    ///   - isWhole: false for a byte range inside of a segment.
    ///   - buffers: where packets and data are put.
    /// - Throws: `SampleEncryptionError` where the section gives one PID to several streams.
    init(
        format: PacketFormat?,
        section: (pid: PacketIdentifier, map: ProgramMapTable)?,
        isWhole: Bool = true,
        buffers: consuming SampleAESBuffers
    ) throws(SampleEncryptionError) {
        window = PacketWindow(format, storage: buffers.take(atLeast: PacketWindow.initialCapacity))
        self.buffers = buffers
        tables = SingleProgramTables(section: section)
        self.isWhole = isWhole
        roles[Int(PacketIdentifier.programAssociation.rawValue)] = .association
        roles[Int(PacketIdentifier.null.rawValue)] = .null
        if isWhole, section == nil { scout = SingleProgramTables() }
        try learn(at: 0)
    }

    /// The first packet that is not final: those before can go.
    var firstHeldPacket: Int {
        var first = window.nextNumber
        for stream in streams {
            if let packet = stream.packets.first?.firstPacket { first = min(first, packet) }
        }
        return first
    }

    /// Reads the next packet.
    ///
    /// - Parameter handler: is told what is found.
    /// - Returns: false when more bytes are needed.
    /// - Throws: `SampleEncryptionError` for what is malformed, and what the handler throws.
    mutating func step(
        _ handler: inout some TransportStreamHandler & ~Copyable
    ) throws(SampleEncryptionError) -> Bool {
        if scout != nil, try !findTables() { return false }
        let number = window.nextNumber
        let next: (head: PacketHead, position: Int)?
        do {
            next = try window.nextHead()
        } catch {
            throw .malformed(error)
        }
        guard let (head, position) = next else { return false }
        guard !head.hasError else {
            throw .malformed(
                .invalid(
                    offset: window.offset(of: number) + 1,
                    field: "transport_error_indicator",
                    found: "1",
                    expected: "0"
                )
            )
        }
        switch roles[head.pid] {
        case .stream(let index):
            try takeStreamPacket(head, position, number: number, Int(index), &handler)
        case .null: break
        case .other:
            try handler.takePacket(of: PacketIdentifier(UInt16(head.pid)), number: number, in: window)
        case .association:
            try takeTable(position, number: number)
            try handler.takePacket(of: .programAssociation, number: number, in: window)
        case .programMap:
            try takeTable(position, number: number)
            guard head.hasPayloadBytes else { break }
            try handler.takeProgramMapPacket(number: number, of: tables, in: &window)
        }
        return true
    }

    /// The segment is over: the last PES packets are released.
    mutating func finish(
        _ handler: inout some TransportStreamHandler & ~Copyable
    ) throws(SampleEncryptionError) {
        guard !isFinished else { return }
        isFinished = true
        if window.remainder > 0 {
            throw .malformed(
                .truncated(
                    offset: window.readOffset,
                    needed: UInt64((window.format ?? .plain).stride),
                    available: UInt64(window.remainder)
                )
            )
        }
        if isWhole { try (scout ?? tables).checkCompleteness() }
        let end = window.readOffset
        for index in streams.indices { try finishStream(index, at: end, &handler) }
    }

    /// Ends the work and gives the storage back.
    consuming func takeBuffers() -> SampleAESBuffers {
        var buffers = buffers
        buffers.give(window.bytes)
        for stream in streams { buffers.give(stream.data.storage) }
        return buffers
    }

    /// Looks for the program map in the packets ahead, which stay to be read: what comes before it is of its streams, too.
    ///
    /// - Returns: false when more bytes are needed.
    private mutating func findTables() throws(SampleEncryptionError) -> Bool {
        guard var scout else { return true }
        defer { self.scout = scout.programMap == nil ? scout : nil }
        while scout.programMap == nil {
            let next: (head: PacketHead, position: Int)?
            do {
                next = try window.head(of: scoutedNumber)
            } catch {
                throw .malformed(error)
            }
            guard let (head, position) = next else { return false }
            if !head.hasError, scout.contains(PacketIdentifier(UInt16(head.pid))) {
                try takeTable(position, number: scoutedNumber, by: &scout)
            }
            scoutedNumber += 1
            guard scoutedNumber * TransportPacket.size <= TransportStreamSurveyor.lookAheadLimit else {
                throw TransportStreamSurveyor.lateTables
            }
        }
        if let pid = scout.programMapPID, let map = scout.programMap {
            tables = SingleProgramTables(section: (pid, map))
            try learn(at: window.offset(of: scoutedNumber - 1))
        }
        return true
    }

    private mutating func takeTable(_ position: Int, number: Int) throws(SampleEncryptionError) {
        try takeTable(position, number: number, by: &tables)
        try learn(at: window.offset(of: number))
    }

    private func takeTable(
        _ position: Int,
        number: Int,
        by tables: inout SingleProgramTables
    ) throws(SampleEncryptionError) {
        let offset = window.offset(of: number)
        let storage = window.bytes
        let bytes = storage.span.extracting(position..<position + TransportPacket.size)
        let packet: TransportPacket
        do {
            packet = try TransportPacket(
                header: try TransportPacketHeader(bytes, at: offset),
                bytes,
                at: offset
            )
        } catch {
            throw .malformed(error)
        }
        try tables.take(packet, bytes, at: offset)
    }

    /// Takes note of what the tables say by now.
    private mutating func learn(at offset: UInt64) throws(SampleEncryptionError) {
        guard tables.programMapPID != programMapPID || tables.programMap != programMap else { return }
        if tables.programMapPID == programMapPID, let programMap, let map = tables.programMap,
            map.hasSameStreams(as: programMap)
        {
            self.programMap = map
            return
        }
        guard !streams.contains(where: \.hasBegun) else {
            throw .unsupported(
                offset: offset,
                what: "program tables that change within the segment",
                remedy: "Start a segment where the tables change, or use --method aes-128"
            )
        }
        for index in roles.indices where roles[index].isLearned { roles[index] = .other }
        programMapPID = tables.programMapPID
        programMap = tables.programMap
        streams = []
        if let programMapPID { roles[Int(programMapPID.rawValue)] = .programMap }
        guard let programMap else { return }
        for stream in programMap.streams { try learn(stream, of: programMap, at: offset) }
    }

    private mutating func learn(
        _ stream: ProgramMapTable.ElementaryStream,
        of map: ProgramMapTable,
        at offset: UInt64
    ) throws(SampleEncryptionError) {
        let role = ElementaryStreamRole(stream, in: map.descriptors)
        guard let codec = role.codec else { return }
        guard roles[Int(stream.pid.rawValue)] == .other, streams.count < Int(UInt8.max) else {
            throw .malformed(
                .invalid(
                    offset: offset,
                    field: "elementary_PID",
                    found: stream.pid.rawValue.hexadecimalText,
                    expected: "a PID that nothing else has"
                )
            )
        }
        roles[Int(stream.pid.rawValue)] = .stream(UInt8(streams.count))
        streams.append(
            StreamAssembly(
                pid: stream.pid,
                codec: codec,
                isProtected: role == .protected(codec),
                mayBeginInside: !isWhole,
                storage: buffers.take(atLeast: StreamAssembly.initialCapacity)
            )
        )
    }
}

extension TransportStreamDemultiplexer.Role {
    /// Whether a program map, or where it is, says so.
    fileprivate var isLearned: Bool {
        switch self {
        case .programMap, .stream: true
        case .other, .association, .null: false
        }
    }
}
