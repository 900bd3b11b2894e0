import Bitstreams
import ProtectionTerms
import TransportStreams

/// A surveyor of a clear transport stream segment: it reads the program tables and the first frame of every
/// audio stream, as far as protection needs them.
///
/// It also reads an initialization section with program tables.
package struct TransportStreamSurveyor: Sendable {
    private let initializationSurvey: TransportStreamSurvey?
    private let isInitializationSection: Bool
    private let declaredAudio: AudioSetupInformation.AudioType?
    private var reader = PacketReader()
    private var tables: SingleProgramTables
    /// The map from which `streams` were created.
    private var map: ProgramMapTable?
    private var streams: [SurveyedStream] = []
    /// The packets before the program map, which may belong to its streams: adjacent, and with their offsets.
    private var earlyBytes: [UInt8] = []
    private var earlyOffsets: [UInt64] = []
    /// The PIDs with payload before the segment's own map, while that of the `EXT-X-MAP` was in force.
    private var pidsBeforeOwnMap: Set<PacketIdentifier> = []
    /// The PIDs of private streams without an identifying descriptor whose content was not seen yet.
    private var unidentifiedPIDs: [PacketIdentifier] = []
    private var hasPacket = false
    /// Indicates whether a packet of a stream of the program was read; after it, the segment's own tables are
    /// not waited for.
    private var hasStreamPacket = false
    private var isComplete = false

    /// - Parameters:
    ///   - initializationSurvey: the survey of the initialization section that the segment's `EXT-X-MAP`
    ///     names, if it has one.
    ///   - isInitializationSection: true if the bytes are an initialization section themselves. All of them
    ///     are read then, because media in it would be encrypted without a key in force: the key lines follow
    ///     the `EXT-X-MAP`.
    ///   - declaredAudio: the AAC type that a playlist declares, or nil; used if the frames leave it open.
    package init(
        initializationSurvey: TransportStreamSurvey? = nil,
        isInitializationSection: Bool = false,
        declaredAudio: AudioSetupInformation.AudioType? = nil
    ) {
        tables = SingleProgramTables(
            initializationTables: initializationSurvey.map { ($0.programMapPID, $0.programMap) }
        )
        self.initializationSurvey = initializationSurvey
        self.isInitializationSection = isInitializationSection
        self.declaredAudio = declaredAudio
    }

    /// Examines the next bytes of the segment.
    ///
    /// - Parameter chunk: the bytes after those of the previous call.
    /// - Returns: true if no more bytes are needed.
    /// - Throws: `SampleEncryptionError` if the segment is malformed, already encrypted, or cannot be
    ///   protected.
    package mutating func consume(_ chunk: Span<UInt8>) throws(SampleEncryptionError) -> Bool {
        guard !isComplete else { return true }
        reader.append(chunk)
        try readPackets(isLast: false)
        return isComplete
    }

    /// Ends the segment, or stops after `consume` returned true.
    ///
    /// - Returns: the survey of the segment.
    /// - Throws: `SampleEncryptionError` if tables are missing, the last packet is incomplete, or the
    ///   protected program map would not fit into one packet.
    package consuming func finish() throws(SampleEncryptionError) -> TransportStreamSurvey {
        try readPackets(isLast: true)
        try tables.checkCompleteness()
        try readMap()
        guard let format = reader.format, let map, let pid = tables.programMapPID else {
            throw .malformed(.missing(offset: 0, "program map"))
        }
        guard !streams.isEmpty else {
            throw .unsupported(
                offset: tables.mapOffset,
                what: "a program without video and audio",
                remedy: "Take it out of the playlists, or use \(CommandOption.method) aes-128"
            )
        }
        var streamSurveys: [TransportStreamSurvey.Stream] = []
        for stream in streams { streamSurveys.append(try stream.finish()) }
        let survey = TransportStreamSurvey(
            packetFormat: format,
            hasTables: tables.hasOwnMap,
            programMapPID: pid,
            programMap: map,
            streams: streamSurveys
        )
        _ = try ProtectedProgramMap(map, streams: streamSurveys, at: tables.mapOffset)
        return survey
    }

    private mutating func readPackets(isLast: Bool) throws(SampleEncryptionError) {
        while !isComplete {
            let packet: PacketReader.Packet?
            do throws(ParseError) {
                packet = try reader.next(isLast: isLast)
            } catch {
                throw .malformed(error)
            }
            guard let packet else { return }
            try processPacket(packet)
        }
    }

    private mutating func processPacket(_ rawPacket: PacketReader.Packet) throws(SampleEncryptionError) {
        let buffer = reader.bytes
        let bytes = buffer.span.extracting(rawPacket.range)
        guard let packet = try TransportPacket.parseReadable(bytes, at: rawPacket.offset) else { return }
        let pid = packet.header.pid
        let isTable = tables.contains(pid)
        if isTable { try tables.read(packet, bytes, at: rawPacket.offset) }
        if isTable || !hasPacket { try readMap() }
        if initializationSurvey != nil, !isTable, !tables.hasOwnMap, !packet.payload.isEmpty {
            pidsBeforeOwnMap.insert(pid)
        }
        hasPacket = true
        guard map != nil else {
            if !isTable { try keep(bytes, at: rawPacket.offset) }
            return
        }
        try processEarlyPackets()
        let isMedia = try examineMedia(packet, bytes, at: rawPacket.offset)
        guard isTable || isMedia else { return }
        isComplete =
            !isInitializationSection && (tables.hasOwnMap || hasStreamPacket) && unidentifiedPIDs.isEmpty
            && streams.indices.allSatisfy { streams[$0].isComplete }
    }

    /// Examines a packet, which may be of a stream of the program.
    ///
    /// - Returns: true if it is of a stream to protect, or the first to show the content of a private stream.
    private mutating func examineMedia(
        _ packet: TransportPacket,
        _ bytes: Span<UInt8>,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> Bool {
        let pid = packet.header.pid
        // The index is used because copying a stream for every packet is expensive.
        let index = streams.indices.first { streams[$0].pid == pid }
        if let index {
            guard !isInitializationSection else { throw Self.mediaInSectionError(pid, at: offset) }
            try streams[index].examine(packet, bytes, at: offset)
            hasStreamPacket = true
        }
        guard index == nil, let map, !tables.contains(pid),
            try UndeclaredMediaCheck.check(packet, bytes, map, at: offset)
        else { return index != nil }
        let count = unidentifiedPIDs.count
        unidentifiedPIDs.removeAll { $0 == pid }
        return unidentifiedPIDs.count < count
    }

    /// Keeps a packet that may belong to a stream of the program map, which is not known yet.
    private mutating func keep(_ bytes: Span<UInt8>, at offset: UInt64) throws(SampleEncryptionError) {
        guard earlyBytes.count < Self.lookAheadLimit else { throw Self.lateTablesError }
        for index in bytes.indices { earlyBytes.append(bytes[index]) }
        earlyOffsets.append(offset)
    }

    private mutating func processEarlyPackets() throws(SampleEncryptionError) {
        guard !earlyOffsets.isEmpty else { return }
        let (early, offsets) = (earlyBytes, earlyOffsets)
        (earlyBytes, earlyOffsets) = ([], [])
        for (index, offset) in offsets.enumerated() {
            let start = index * TransportPacket.size
            let bytes = early.span.extracting(start..<start + TransportPacket.size)
            guard let packet = try TransportPacket.parseReadable(bytes, at: offset) else { continue }
            _ = try examineMedia(packet, bytes, at: offset)
        }
    }

    /// The maximum number of bytes in packets before the program map of a segment.
    static let lookAheadLimit = 32 << 20

    /// The error for a program map that does not come.
    static let lateTablesError = SampleEncryptionError.unsupported(
        offset: 0,
        what: "no program map in the first \(lookAheadLimit >> 20) MiB of the segment",
        remedy:
            "Remux the stream with tables at the start of each segment, or use \(CommandOption.method) aes-128"
    )

    /// Creates the streams if there is a new program map.
    private mutating func readMap() throws(SampleEncryptionError) {
        guard tables.programMap != map else { return }
        let previousMap = map
        map = tables.programMap
        guard let map else {
            streams = []
            unidentifiedPIDs = []
            return
        }
        try checkOrder(map)
        for fault in ProgramMapReading(map).faults {
            guard case .protectionOfClearStream(let pid, let found) = fault else { continue }
            throw .alreadyEncrypted(offset: tables.mapOffset, what: "\(found) on \(pid)")
        }
        let newUnidentifiedPIDs = map.streams.filter(\.isUnidentifiedPrivateData).map(\.pid)
        if let previousMap, map.hasSameStreams(as: previousMap) {
            unidentifiedPIDs.removeAll { !newUnidentifiedPIDs.contains($0) }
            return
        }
        streams = []
        unidentifiedPIDs = newUnidentifiedPIDs
        for entry in map.streams {
            switch ElementaryStreamRole(entry, in: map.descriptors) {
            case .protectable(let codec):
                streams.append(SurveyedStream(pid: entry.pid, codec: codec, declaredType: declaredAudio))
            case .protected:
                throw .alreadyEncrypted(
                    offset: tables.mapOffset,
                    what: "stream_type \(entry.type.rawValue.hexadecimalText) on \(entry.pid)"
                )
            case .data: break
            case .unsupported(let what):
                throw .unsupported(
                    offset: tables.mapOffset,
                    what: "\(what) on \(entry.pid) (stream_type \(entry.type.rawValue.hexadecimalText))",
                    remedy: "Use \(CommandOption.method) aes-128, or package it as fragmented MP4"
                )
            }
        }
    }

    /// Throws if the segment's own tables contradict those of the `EXT-X-MAP` after data of the streams
    /// concerned.
    private func checkOrder(_ map: ProgramMapTable) throws(SampleEncryptionError) {
        guard let initializationSurvey,
            tables.programMapPID != initializationSurvey.programMapPID
                || !map.hasSameStreams(as: initializationSurvey.programMap),
            [map, initializationSurvey.programMap].contains(where: hasEarlyPayload)
        else { return }
        throw .unsupported(
            offset: tables.mapOffset,
            what: "program tables other than those of the EXT-X-MAP after data of their streams",
            remedy: "Start a segment where the tables change, or use \(CommandOption.method) aes-128"
        )
    }

    /// Indicates whether payload of an audio or video stream of a map came before the segment's own map.
    private func hasEarlyPayload(_ map: ProgramMapTable) -> Bool {
        map.streams.contains {
            pidsBeforeOwnMap.contains($0.pid) && ElementaryStreamRole($0, in: map.descriptors).codec != nil
        }
    }

    private static func mediaInSectionError(_ pid: PacketIdentifier, at offset: UInt64)
        -> SampleEncryptionError
    {
        .unsupported(
            offset: offset,
            what: "media on \(pid) in the initialization section of an EXT-X-MAP",
            remedy: "Leave nothing but the program tables in it, or use \(CommandOption.method) aes-128"
        )
    }
}
