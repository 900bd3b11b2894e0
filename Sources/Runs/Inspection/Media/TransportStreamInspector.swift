import Bitstreams
import MediaProbing
import SampleEncryption
import TextFormats
import TransportStreams

/// Inspects a transport stream that arrives in chunks, tolerating faults, without decrypting anything.
struct TransportStreamInspector: ~Copyable {
    private(set) var walk = PacketWalk(PacketReader(resynchronizes: true))
    private(set) var collectors = PacketIdentifierMap<PIDCollector>()
    private(set) var seenPIDs: Set<PacketIdentifier> = []
    /// The last program map of each program, with its offset in the file.
    private var maps: [UInt16: (offset: UInt64, map: ProgramMapTable)] = [:]
    private var probe = MediaProbe()
    /// The number of bytes that the probe consumed, or nil after it failed.
    private var probedLength: UInt64? = 0
    private(set) var packetCount: UInt64 = 0
    private(set) var nullCount: UInt64 = 0
    private(set) var damagedCount: UInt64 = 0
    private(set) var faults = FaultCollector()

    /// Indicates whether the packet format was detected.
    var isTransportStream: Bool { walk.reader.format != nil }

    /// Adds the next bytes of the file.
    ///
    /// - Throws: `ParseError` if the file is not a transport stream.
    mutating func consume(_ chunk: Span<UInt8>) throws(ParseError) {
        walk.reader.append(chunk)
        while let packet = try walk.reader.next() { add(packet) }
    }

    /// Ends the file.
    ///
    /// - Throws: `ParseError` if the file is not a transport stream.
    mutating func finish() throws(ParseError) -> TransportStreamInspection {
        do throws(ParseError) {
            while let packet = try walk.reader.next(isLast: true) { add(packet) }
        } catch {
            guard isTransportStream else { throw error }
            faults.add(MediaFileFault(error, packet: packetCount))
        }
        let content = finishProbe()
        do throws(ParseError) {
            try walk.tables.checkCompleteness()
        } catch {
            faults.add(MediaFileFault(error))
        }
        for (_, entry) in maps.sorted(by: { $0.key < $1.key }) {
            for fault in ProgramMapReading(entry.map).faults {
                faults.add(MediaFileFault(offset: entry.offset, fault.description))
            }
        }
        return inspection(content?.tracks ?? [])
    }

    private mutating func add(_ packet: PacketReader.Packet) {
        let number = packetCount
        packetCount += 1
        if packet.skipped > 0 {
            faults.add(
                MediaFileFault(
                    offset: packet.offset - packet.skipped,
                    packet: number,
                    "\(CountText.text(packet.skipped, "byte")) without sync byte, expected a packet"
                )
            )
        }
        let buffer = walk.reader.bytes
        do throws(ParseError) {
            try add(buffer.span.extracting(packet.range), at: packet.offset, number: number)
        } catch {
            faults.add(MediaFileFault(error, packet: number))
        }
    }

    private mutating func add(
        _ bytes: Span<UInt8>,
        at offset: UInt64,
        number: UInt64
    ) throws(ParseError) {
        let header = try TransportPacketHeader(bytes, at: offset)
        guard header.pid != .null else {
            nullCount += 1
            return
        }
        seenPIDs.insert(header.pid)
        guard !header.transportErrorIndicator else {
            damagedCount += 1
            return
        }
        let packet = try TransportPacket(header: header, bytes, at: offset)
        let isRead = collectors[header.pid, default: PIDCollector()].add(
            packet,
            walk.checkContinuity(of: packet, bytes),
            at: offset,
            number: number
        )
        // The probe reads no scrambled streams.
        if header.scramblingControl == 0 { feedProbe(bytes, at: offset, number: number) }
        addHeaderFaults(packet, at: offset, number: number)
        guard isRead else { return }
        try readPayload(of: packet, bytes, at: offset)
    }

    /// Adds faults of the packet header that the standard forbids and players ignore.
    private mutating func addHeaderFaults(_ packet: TransportPacket, at offset: UInt64, number: UInt64) {
        let header = packet.header
        let error: ParseError
        switch (header.hasAdaptationField, header.hasPayload) {
        case (false, false):
            error = .invalid(
                offset: offset + 3,
                field: "adaptation_field_control",
                found: "00",
                expected: "01, 10 or 11"
            )
        case (true, true) where packet.payload.isEmpty:
            error = .invalid(
                offset: offset + 4,
                field: "adaptation_field_length",
                found: "\(AdaptationField.largestLength)",
                expected: "at most \(AdaptationField.largestLength - 1) before a payload"
            )
        default: return
        }
        faults.add(MediaFileFault(error, packet: number))
    }

    private mutating func readPayload(
        of packet: TransportPacket,
        _ bytes: Span<UInt8>,
        at offset: UInt64
    ) throws(ParseError) {
        let pid = packet.header.pid
        switch walk.content(of: packet, bytes) {
        case .pesPackets:
            try collectors[pid, default: PIDCollector()].addPES(
                bytes.extracting(packet.payload),
                unitStart: packet.header.payloadUnitStartIndicator,
                at: offset + UInt64(packet.payload.lowerBound)
            )
        case .sections:
            for section in try readSections(in: packet, bytes, at: offset) {
                try walk.add(section, from: pid)
                guard section.tableID == ProgramMapTable.tableID, walk.tables.tablePIDs.contains(pid) else {
                    continue
                }
                addProgramMap(try ProgramMapTable(section), at: section.offset)
            }
        case .unknown:
            guard isPrivateSection(pid) else { return }
            _ = try readSections(in: packet, bytes, at: offset)
        }
    }

    /// Counts the sections that end in a packet, and returns them.
    private mutating func readSections(
        in packet: TransportPacket,
        _ bytes: Span<UInt8>,
        at offset: UInt64
    ) throws(ParseError) -> [ProgramSection] {
        let sections = try walk.sections(in: packet, bytes, at: offset)
        for section in sections {
            collectors[packet.header.pid, default: PIDCollector()].sections[section.tableID, default: 0] += 1
        }
        return sections
    }

    /// Keeps a program map, and adds a fault if its streams differ from those of the map before it.
    private mutating func addProgramMap(_ map: ProgramMapTable, at offset: UInt64) {
        if let previous = maps[map.programNumber], !map.hasSameStreams(as: previous.map) {
            faults.add(
                MediaFileFault(
                    offset: offset,
                    "the program map of program \(map.programNumber) changes its streams here (version \(map.version)),"
                        + " expected the same streams as in the map at byte \(previous.offset) (version"
                        + " \(previous.map.version)) throughout a segment"
                )
            )
        }
        maps[map.programNumber] = (offset, map)
    }

    /// Indicates whether a stream carries MPEG-2 sections, such as private ones, DSM-CC or SCTE-35.
    private func isPrivateSection(_ pid: PacketIdentifier) -> Bool {
        guard let stream = walk.tables.streams.first(where: { $0.pid == pid }) else { return false }
        return stream.type.isCarriedInSections && ElementaryStreamRole(stream) == .data
    }
}

extension TransportStreamInspector {
    private mutating func feedProbe(_ bytes: Span<UInt8>, at offset: UInt64, number: UInt64) {
        guard let probedLength else { return }
        do throws(ParseError) {
            try probe.consume(bytes)
            self.probedLength = probedLength + UInt64(TransportPacket.size)
        } catch {
            self.probedLength = nil
            // The probe counts only the packets it was given, so an earlier offset has no known file offset.
            let fileOffset = error.offset >= probedLength ? offset + (error.offset - probedLength) : offset
            faults.add(
                MediaFileFault(
                    offset: fileOffset,
                    packet: number,
                    "\(error.found), expected \(error.expected)"
                )
            )
        }
    }

    /// Returns what the probe found, or nil if it failed.
    private mutating func finishProbe() -> MediaContent? {
        guard probedLength != nil, packetCount > nullCount else { return nil }
        // The inspector itself reports missing tables and a truncated packet.
        return try? probe.finish()
    }
}
