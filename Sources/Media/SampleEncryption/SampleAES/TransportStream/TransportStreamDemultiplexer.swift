import Bitstreams
import ProtectionTerms
import TransportStreams

/// A demultiplexer of a segment, packet by packet, for an encryptor or a reader of the invariant.
///
/// Both get the same things in the same order, whether the segment is clear or protected.
struct TransportStreamDemultiplexer: Sendable {
    /// The treatment of the packets of a PID.
    enum Role: Equatable, Sendable {
        /// All other packets, which are passed to the handler as they are.
        case other
        /// Packets of the PAT.
        case association
        /// Packets of the PMT.
        case programMap
        /// Null packets.
        case null
        /// A stream that SAMPLE-AES can protect, with its index in `streams`.
        case stream(UInt8)
    }

    var window: PacketWindow
    private(set) var tables: SingleProgramTables
    /// The streams that SAMPLE-AES can protect, in the order of the program map.
    var streams: [PESPacketQueue] = []
    /// Indicates whether the whole segment is read, and not a byte range within it.
    let isWhole: Bool

    /// A reader of the tables ahead of the next packet, until there is a program map.
    ///
    /// Packets of its streams may precede the map. Nil once the map is known, if the segment has an
    /// `EXT-X-MAP`, and for a byte range within a segment.
    private var tableLookahead: SingleProgramTables?
    /// The number of the packet that `findTables` reads next.
    private var lookaheadNumber = 0

    /// Unused storage for further streams.
    private var buffers: BufferPool
    /// The roles, by PID.
    private var roles = [Role](repeating: .other, count: 0x2000)
    private var isFinished = false
    /// The PID and map from which `roles` were set.
    private var programMapPID: PacketIdentifier?
    private var programMap: ProgramMapTable?

    /// - Parameters:
    ///   - format: the size and spacing of packets, or nil to detect it.
    ///   - initializationTables: the program map that the segment's `EXT-X-MAP` names.
    ///   - isWhole: false for a byte range within a segment.
    ///   - buffers: storage for packets and data.
    /// - Throws: `SampleEncryptionError` if the map gives several streams the same PID.
    init(
        format: PacketFormat?,
        initializationTables: (pid: PacketIdentifier, map: ProgramMapTable)?,
        isWhole: Bool = true,
        buffers: consuming BufferPool
    ) throws(SampleEncryptionError) {
        window = PacketWindow(format, storage: buffers.take(atLeast: PacketWindow.initialCapacity))
        self.buffers = buffers
        tables = SingleProgramTables(initializationTables: initializationTables)
        self.isWhole = isWhole
        roles[Int(PacketIdentifier.programAssociation.rawValue)] = .association
        roles[Int(PacketIdentifier.null.rawValue)] = .null
        if isWhole, initializationTables == nil { tableLookahead = SingleProgramTables() }
        try updateRoles(at: 0)
    }

    /// The number of the first packet that is still needed; those before it can be written or discarded.
    var firstHeldPacket: Int {
        var first = window.nextNumber
        for stream in streams {
            if let packet = stream.packets.first?.firstPacket { first = min(first, packet) }
        }
        return first
    }

    /// Reads the next packet.
    ///
    /// - Parameter handler: called with each finding, in stream order.
    /// - Returns: false if more bytes are needed.
    /// - Throws: `SampleEncryptionError` for malformed packets, and the errors of the handler.
    mutating func step(
        _ handler: inout some TransportStreamHandler & ~Copyable
    ) throws(SampleEncryptionError) -> Bool {
        if tableLookahead != nil, try !findTables() { return false }
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
            try readStreamPacket(head, position, number: number, Int(index), &handler)
        case .null: break
        case .other:
            try handler.handlePacket(of: PacketIdentifier(UInt16(head.pid)), number: number, in: window)
        case .association:
            try readTable(position, number: number)
            try handler.handlePacket(of: .programAssociation, number: number, in: window)
        case .programMap:
            try readTable(position, number: number)
            guard head.hasPayloadBytes else { break }
            try handler.handleProgramMapPacket(number: number, of: tables, in: &window)
        }
        return true
    }

    /// Ends the segment and releases the last PES packets.
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
        if isWhole { try (tableLookahead ?? tables).checkCompleteness() }
        let end = window.readOffset
        for index in streams.indices { try finishStream(index, at: end, &handler) }
    }

    /// Ends the demultiplexer and returns its storage.
    consuming func takeBuffers() -> BufferPool {
        var buffers = buffers
        buffers.recycle(window.bytes)
        for stream in streams { buffers.recycle(stream.data.storage) }
        return buffers
    }

    /// Searches the packets ahead for the program map, without consuming them: packets before the map belong
    /// to its streams, too.
    ///
    /// - Returns: false if more bytes are needed.
    private mutating func findTables() throws(SampleEncryptionError) -> Bool {
        guard var tableLookahead else { return true }
        defer { self.tableLookahead = tableLookahead.programMap == nil ? tableLookahead : nil }
        while tableLookahead.programMap == nil {
            let next: (head: PacketHead, position: Int)?
            do {
                next = try window.head(of: lookaheadNumber)
            } catch {
                throw .malformed(error)
            }
            guard let (head, position) = next else { return false }
            if !head.hasError, tableLookahead.contains(PacketIdentifier(UInt16(head.pid))) {
                try readTable(position, number: lookaheadNumber, by: &tableLookahead)
            }
            lookaheadNumber += 1
            guard lookaheadNumber * TransportPacket.size <= TransportStreamSurveyor.lookAheadLimit else {
                throw TransportStreamSurveyor.lateTablesError
            }
        }
        if let pid = tableLookahead.programMapPID, let map = tableLookahead.programMap {
            tables = SingleProgramTables(initializationTables: (pid, map))
            try updateRoles(at: window.offset(of: lookaheadNumber - 1))
        }
        return true
    }

    private mutating func readTable(_ position: Int, number: Int) throws(SampleEncryptionError) {
        try readTable(position, number: number, by: &tables)
        try updateRoles(at: window.offset(of: number))
    }

    private func readTable(
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
        try tables.read(packet, bytes, at: offset)
    }

    /// Updates roles and streams if the tables have changed.
    private mutating func updateRoles(at offset: UInt64) throws(SampleEncryptionError) {
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
                remedy: "Start a segment where the tables change, or use \(CommandOption.method) aes-128"
            )
        }
        for index in roles.indices where roles[index].comesFromTables { roles[index] = .other }
        programMapPID = tables.programMapPID
        programMap = tables.programMap
        streams = []
        if let programMapPID { roles[Int(programMapPID.rawValue)] = .programMap }
        guard let programMap else { return }
        for stream in programMap.streams { try updateRoles(stream, of: programMap, at: offset) }
    }

    private mutating func updateRoles(
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
                    expected: "a PID that nothing else uses"
                )
            )
        }
        roles[Int(stream.pid.rawValue)] = .stream(UInt8(streams.count))
        streams.append(
            PESPacketQueue(
                pid: stream.pid,
                codec: codec,
                isProtected: role == .protected(codec),
                mayBeginInside: !isWhole,
                storage: buffers.take(atLeast: PESPacketQueue.initialCapacity)
            )
        )
    }
}

extension TransportStreamDemultiplexer.Role {
    /// Indicates whether the role comes from the PAT or the program map.
    fileprivate var comesFromTables: Bool {
        switch self {
        case .programMap, .stream: true
        case .other, .association, .null: false
        }
    }
}
