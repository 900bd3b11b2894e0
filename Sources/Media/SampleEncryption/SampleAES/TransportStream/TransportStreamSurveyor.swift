import Bitstreams
import TransportStreams

/// Reads as much of a clear transport stream segment as is needed to protect it: the program tables and the first frame
/// of every audio stream.
///
/// It reads the section of an `EXT-X-MAP` with the program tables, too.
package struct TransportStreamSurveyor: Sendable {
    private let section: TransportStreamSurvey?
    private let isSection: Bool
    private let declaredAudio: AudioSetupInformation.AudioType?
    private var reader = PacketReader()
    private var tables: SingleProgramTables
    /// The map that `streams` were made of.
    private var map: ProgramMapTable?
    private var streams: [SurveyedStream] = []
    /// Packets that came before the program map, which may be of its streams: one behind the other, and where they stand.
    private var earlyBytes: [UInt8] = []
    private var earlyOffsets: [UInt64] = []
    /// What brought data under the map of the `EXT-X-MAP`, before the segment's own.
    private var begun: Set<PacketIdentifier> = []
    /// Private streams that nothing says the content of, and that did not show it yet.
    private var nameless: [PacketIdentifier] = []
    /// Whether a packet was there.
    private var hasPacket = false
    /// Whether a packet of a stream of the program was there, behind which no first tables are awaited.
    private var hasStreamPacket = false
    private var isComplete = false

    /// - Parameters:
    ///   - section: the survey of the segment's `EXT-X-MAP`, if it has one.
    ///   - isSection: whether the bytes are an `EXT-X-MAP` section themselves. Then all of them are read: media in it
    ///     would be encrypted with no key in force, since key lines stand behind it.
    ///   - declaredAudio: what a playlist says of AAC in the segment; it decides where the frames cannot.
    package init(
        section: TransportStreamSurvey? = nil,
        isSection: Bool = false,
        declaredAudio: AudioSetupInformation.AudioType? = nil
    ) {
        tables = SingleProgramTables(section: section.map { ($0.programMapPID, $0.programMap) })
        self.section = section
        self.isSection = isSection
        self.declaredAudio = declaredAudio
    }

    /// Takes the next bytes of the segment.
    ///
    /// - Parameter chunk: bytes that follow those before.
    /// - Returns: whether enough was seen.
    /// - Throws: `SampleEncryptionError` for what is malformed, encrypted already, or not to be protected.
    package mutating func consume(_ chunk: Span<UInt8>) throws(SampleEncryptionError) -> Bool {
        guard !isComplete else { return true }
        reader.append(chunk)
        try readPackets(isLast: false)
        return isComplete
    }

    /// The segment is over, or enough was seen.
    ///
    /// - Returns: what the segment has.
    /// - Throws: `SampleEncryptionError` where tables are missing, the last packet is cut short, or the program map would
    ///   not fit into one packet.
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
                remedy: "Take it out of the playlists, or use --method aes-128"
            )
        }
        var found: [TransportStreamSurvey.Stream] = []
        for stream in streams { found.append(try stream.finish()) }
        let survey = TransportStreamSurvey(
            packetFormat: format,
            hasTables: tables.hasOwnMap,
            programMapPID: pid,
            programMap: map,
            streams: found
        )
        _ = try ProgramMapProtection(map, streams: found, at: tables.mapOffset)
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
            try take(packet)
        }
    }

    private mutating func take(_ place: PacketReader.Packet) throws(SampleEncryptionError) {
        let all = reader.bytes
        let bytes = all.span.extracting(place.range)
        guard let packet = try TransportPacket.clear(bytes, at: place.offset) else { return }
        let pid = packet.header.pid
        let isTable = tables.contains(pid)
        if isTable { try tables.take(packet, bytes, at: place.offset) }
        if isTable || !hasPacket { try readMap() }
        if section != nil, !isTable, !tables.hasOwnMap, !packet.payload.isEmpty { begun.insert(pid) }
        hasPacket = true
        guard map != nil else {
            if !isTable { try keep(bytes, at: place.offset) }
            return
        }
        try takeEarlyPackets()
        let isMedia = try takeMedia(packet, bytes, at: place.offset)
        guard isTable || isMedia else { return }
        isComplete =
            !isSection && (tables.hasOwnMap || hasStreamPacket) && nameless.isEmpty
            && streams.indices.allSatisfy { streams[$0].isComplete }
    }

    /// Takes a packet of a stream of the program.
    ///
    /// - Returns: whether it is one, and shows what the stream is.
    private mutating func takeMedia(
        _ packet: TransportPacket,
        _ bytes: Span<UInt8>,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> Bool {
        let pid = packet.header.pid
        // By index: a stream is much to copy for every packet.
        let index = streams.indices.first { streams[$0].pid == pid }
        if let index {
            guard !isSection else { throw Self.mediaInSection(pid, at: offset) }
            try streams[index].take(packet, bytes, at: offset)
            hasStreamPacket = true
        }
        guard index == nil, let map, !tables.contains(pid),
            try UnnamedMedia.check(packet, bytes, map, at: offset)
        else { return index != nil }
        let count = nameless.count
        nameless.removeAll { $0 == pid }
        return nameless.count < count
    }

    /// Keeps a packet that may be of a stream of the program map, which is not known yet.
    private mutating func keep(_ bytes: Span<UInt8>, at offset: UInt64) throws(SampleEncryptionError) {
        guard earlyBytes.count < Self.lookAheadLimit else { throw Self.lateTables }
        for index in bytes.indices { earlyBytes.append(bytes[index]) }
        earlyOffsets.append(offset)
    }

    /// Takes the packets that came before the program map.
    private mutating func takeEarlyPackets() throws(SampleEncryptionError) {
        guard !earlyOffsets.isEmpty else { return }
        let (early, offsets) = (earlyBytes, earlyOffsets)
        (earlyBytes, earlyOffsets) = ([], [])
        for (index, offset) in offsets.enumerated() {
            let start = index * TransportPacket.size
            let bytes = early.span.extracting(start..<start + TransportPacket.size)
            guard let packet = try TransportPacket.clear(bytes, at: offset) else { continue }
            _ = try takeMedia(packet, bytes, at: offset)
        }
    }

    /// Bytes of packets before the program map of a segment at most.
    static let lookAheadLimit = 32 << 20

    /// A program map that does not come.
    static let lateTables = SampleEncryptionError.unsupported(
        offset: 0,
        what: "no program map in the first \(lookAheadLimit >> 20) MiB of the segment",
        remedy: "Remux the stream with tables at the start of each segment, or use --method aes-128"
    )

    /// Makes the streams of a map that was not there before.
    private mutating func readMap() throws(SampleEncryptionError) {
        guard tables.programMap != map else { return }
        let before = map
        map = tables.programMap
        guard let map else {
            streams = []
            nameless = []
            return
        }
        try checkOrder(map)
        for fault in ProgramMapReading(map).faults {
            guard case .protectionOfClearStream(let pid, let found) = fault else { continue }
            throw .alreadyEncrypted(offset: tables.mapOffset, what: "\(found) on \(pid)")
        }
        let namelessNow = map.streams.filter(\.isNamelessPrivateData).map(\.pid)
        if let before, map.hasSameStreams(as: before) {
            nameless.removeAll { !namelessNow.contains($0) }
            return
        }
        streams = []
        nameless = namelessNow
        for entry in map.streams {
            switch ElementaryStreamRole(entry, in: map.descriptors) {
            case .protectable(let codec):
                streams.append(SurveyedStream(pid: entry.pid, codec: codec, declared: declaredAudio))
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
                    remedy: "Use --method aes-128, or package it as fragmented MP4"
                )
            }
        }
    }

    /// Refuses tables of the segment that change what the `EXT-X-MAP` says of streams behind data of them.
    private func checkOrder(_ map: ProgramMapTable) throws(SampleEncryptionError) {
        guard let section,
            tables.programMapPID != section.programMapPID || !map.hasSameStreams(as: section.programMap),
            [map, section.programMap].contains(where: hasBegun)
        else { return }
        throw .unsupported(
            offset: tables.mapOffset,
            what: "program tables other than those of the EXT-X-MAP behind data of their streams",
            remedy: "Start a segment where the tables change, or use --method aes-128"
        )
    }

    /// Whether audio or video of a map has begun.
    private func hasBegun(_ map: ProgramMapTable) -> Bool {
        map.streams.contains {
            begun.contains($0.pid) && ElementaryStreamRole($0, in: map.descriptors).codec != nil
        }
    }

    private static func mediaInSection(_ pid: PacketIdentifier, at offset: UInt64) -> SampleEncryptionError {
        .unsupported(
            offset: offset,
            what: "media on \(pid) in the section of an EXT-X-MAP",
            remedy: "Leave nothing but the program tables in it, or use --method aes-128"
        )
    }
}
