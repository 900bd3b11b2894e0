internal import Bitstreams
internal import TransportStreams

/// Reads as much of a clear transport stream segment as is needed to protect it: the program tables and the first frame
/// of every audio stream.
///
/// It reads the section of an `EXT-X-MAP` with the program tables, too.
package struct TransportStreamSurveyor: Sendable {
    private let hasSection: Bool
    private let declaredAudio: AudioSetupInformation.AudioType?
    private var reader = PacketReader()
    private var tables: SingleProgramTables
    /// The map that `streams` were made of.
    private var map: ProgramMapTable?
    private var streams: [SurveyedStream] = []
    /// Whether a packet was there.
    private var hasPacket = false
    /// Whether a packet of a stream of the program was there, behind which no first tables are awaited.
    private var hasStreamPacket = false
    private var isComplete = false

    /// - Parameters:
    ///   - section: the survey of the segment's `EXT-X-MAP`, if it has one.
    ///   - declaredAudio: what a playlist says of AAC in the segment; it decides where the frames cannot.
    package init(
        section: TransportStreamSurvey? = nil,
        declaredAudio: AudioSetupInformation.AudioType? = nil
    ) {
        tables = SingleProgramTables(section: section.map { ($0.programMapPID, $0.programMap) })
        hasSection = section != nil
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
                remedy: "Leave it clear, or use --method aes-128"
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
        let isTable = tables.contains(packet.header.pid)
        if isTable { try tables.take(packet, bytes, at: place.offset) }
        if isTable || !hasPacket { try readMap() }
        hasPacket = true
        // By index: a stream is much to copy for every packet.
        let index = streams.indices.first { streams[$0].pid == packet.header.pid }
        if let index {
            try streams[index].take(packet, bytes, at: place.offset)
            hasStreamPacket = true
        }
        guard isTable || index != nil else { return }
        isComplete =
            map != nil && (tables.hasOwnMap || hasStreamPacket)
            && streams.indices.allSatisfy { streams[$0].isComplete }
    }

    /// Makes the streams of a map that was not there before.
    private mutating func readMap() throws(SampleEncryptionError) {
        guard tables.programMap != map else { return }
        map = tables.programMap
        streams = []
        guard let map else { return }
        for fault in ProgramMapReading(map).faults {
            guard case .protectionOfClearStream(let pid, let found) = fault else { continue }
            throw .alreadyEncrypted(offset: tables.mapOffset, what: "\(found) on \(pid)")
        }
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
                    remedy: "Package it as fragmented MP4, or use --method aes-128"
                )
            }
        }
    }
}
