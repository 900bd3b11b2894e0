import Bitstreams
import TransportStreams

/// Collects statistics of one PID while a transport stream is inspected.
struct PIDCollector: Sendable {
    private(set) var packets = PacketInspection()
    private(set) var pesPackets: UInt64 = 0
    private(set) var randomAccessPoints: UInt64 = 0
    private(set) var times = ElementaryStreamInspection.Times()
    /// The number of sections by table_id.
    var sections: [UInt8: UInt64] = [:]

    private var splitter = PESPacketSplitter()
    private var clock = PCRCollector()

    /// The program clock references in the packets, or nil if there are none.
    var clockInspection: ElementaryStreamInspection.Clock? { clock.inspection }

    /// Adds a packet, except its payload.
    ///
    /// - Parameters:
    ///   - packet: the parsed packet.
    ///   - verdict: its relation to the packet of the PID before it.
    ///   - offset: the offset of the packet in the file.
    ///   - number: the number of packets before this one in the file.
    /// - Returns: true if the payload has to be read; false if it is empty, scrambled or a duplicate.
    mutating func add(
        _ packet: TransportPacket,
        _ verdict: ContinuityCounterChecker.Verdict,
        at offset: UInt64,
        number: UInt64
    ) -> Bool {
        packets.count += 1
        if let field = packet.adaptationField {
            if field.randomAccessIndicator { randomAccessPoints += 1 }
            if field.discontinuityIndicator { clock.markDiscontinuity() }
            if let time = field.programClockReference { clock.add(time) }
        }
        let isScrambled = packet.header.scramblingControl != 0
        if isScrambled { packets.scrambled += 1 }
        switch verdict {
        case .next: return !packet.payload.isEmpty && !isScrambled
        case .duplicate:
            packets.addDuplicate(location(packet, nil, offset, number))
            return false
        case .gap(let expected):
            packets.addGap(location(packet, expected, offset, number))
            if !packet.startsUnit { splitter = PESPacketSplitter() }
            return !packet.payload.isEmpty && !isScrambled
        }
    }

    private func location(
        _ packet: TransportPacket,
        _ expected: UInt8?,
        _ offset: UInt64,
        _ number: UInt64
    ) -> PacketInspection.Location {
        PacketInspection.Location(
            packet: number,
            offset: offset,
            found: packet.header.continuityCounter,
            expected: expected
        )
    }

    /// Adds a payload of a PID that carries PES packets.
    mutating func addPES(_ payload: Span<UInt8>, unitStart: Bool, at offset: UInt64) throws(ParseError) {
        if unitStart { pesPackets += 1 }
        let piece: PESPacketSplitter.Piece
        do throws(ParseError) {
            piece = try splitter.split(payload, unitStart: unitStart, at: offset)
        } catch {
            // Resumes at the next PES packet.
            splitter = PESPacketSplitter()
            throw error
        }
        guard let presentationTime = piece.presentationTime else { return }
        let decodingTime = piece.decodingTime ?? presentationTime
        times.firstPTS = times.firstPTS ?? presentationTime
        times.lastPTS = presentationTime
        times.firstDTS = times.firstDTS ?? decodingTime
        times.lastDTS = decodingTime
    }
}

/// Collects the program clock references (PCR) of a PID, in 27 MHz ticks.
struct PCRCollector: Sendable {
    /// The number of ticks after which the PCR wraps around, as its base has 33 bits.
    private static let wrap: UInt64 = (1 << 33) * 300
    private static let ticksPerSecond = 27_000_000

    private var count: UInt64 = 0
    private var first: UInt64 = 0
    private var last: UInt64?
    private var longestInterval: UInt64 = 0
    private var isContinuous = false

    /// Marks a discontinuity before the next PCR, so that the interval to it does not count.
    mutating func markDiscontinuity() { isContinuous = false }

    /// Adds the next PCR.
    mutating func add(_ time: UInt64) {
        if count == 0 { first = time }
        count += 1
        if let last, isContinuous {
            let distance = (time + Self.wrap - last) % Self.wrap
            // A backward jump is not an interval.
            if distance < Self.wrap / 2 { longestInterval = max(longestInterval, distance) }
        }
        last = time
        isContinuous = true
    }

    /// The result, or nil without a PCR.
    var inspection: ElementaryStreamInspection.Clock? {
        last.map {
            ElementaryStreamInspection.Clock(
                count: count,
                first: first,
                last: $0,
                longestInterval: ExactSeconds(Duration.seconds(longestInterval) / Self.ticksPerSecond)
            )
        }
    }
}
