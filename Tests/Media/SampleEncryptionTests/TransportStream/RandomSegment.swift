import SampleEncryption
import TestRandomness
import TransportStreams

/// A random segment: video with hostile NAL units, three kinds of audio, ID3, null packets.
struct RandomSegment {
    /// Limits of the random choice.
    struct Options: Sendable {
        /// Indicates whether NAL units and frames may cross PES packets.
        var runsOver = false
        /// Indicates whether transport packets may be duplicated.
        var hasDuplicates = false
        /// Indicates whether some PES headers cross transport packets.
        var hasLongHeaders = false
        /// Indicates whether there are packets without payload bytes, including reserved ones.
        var hasEmptyPackets = false
        /// Indicates whether the tables come after packets of the streams.
        var hasLateTables = false
        /// The maximum number of pictures.
        var pictures = 8
    }

    static let video: UInt16 = 0x100
    static let aac: UInt16 = 0x101
    static let ac3: UInt16 = 0x102
    static let eac3: UInt16 = 0x103
    static let metadata: UInt16 = 0x104

    /// A transport packet without continuity counter, which is set later.
    private struct Packet {
        var payload: [UInt8]
        var field: [UInt8]?
        var start = false
        var repeats = false
        /// The kind of a packet without payload bytes, or nil for other packets.
        var emptiness: SegmentBuilder.Emptiness?
    }

    private(set) var segment = SegmentBuilder()
    /// The NAL units of the video in order, each with the bytes before it.
    private(set) var units: [(start: [UInt8], unit: [UInt8])] = []
    /// The audio frames by PID: an access unit is an array of frames.
    private(set) var frames: [UInt16: [[[UInt8]]]] = [:]
    private var counters: [UInt16: UInt8] = [:]
    private let options: Options

    init(using random: inout SeededGenerator, _ options: Options = Options()) {
        self.options = options
        if !options.hasLateTables { segment.tables(Self.streams) }
        var queues: [(pid: UInt16, packets: [Packet])] = [
            (Self.video, videoPackets(&random)),
            (Self.aac, audioPackets(Self.aac, 0xC0, &random)),
            (Self.ac3, audioPackets(Self.ac3, 0xBD, &random)),
            (Self.eac3, audioPackets(Self.eac3, 0xBD, &random)),
            (Self.metadata, Self.cut(Self.pes(0xBD, Array("ID3 something".utf8), 0, 0), &random, options)),
            (0x1FFF, [Packet(payload: [UInt8](repeating: 0xFF, count: 184))]),
        ]
        while !queues.isEmpty {
            let index = Int.random(in: queues.indices, using: &random)
            for _ in 0..<min(Int.random(in: 1...6, using: &random), queues[index].packets.count) {
                append(queues[index].packets.removeFirst(), to: queues[index].pid)
            }
            if queues[index].packets.isEmpty { queues.remove(at: index) }
            if Int.random(in: 0..<40, using: &random) == 0 { segment.tables(Self.streams) }
        }
        if options.hasLateTables { segment.tables(Self.streams) }
    }

    static let streams: [(UInt8, UInt16)] = [
        (0x1B, video), (0x0F, aac), (0x81, ac3), (0x87, eac3), (0x15, metadata),
    ]

    /// Returns the survey that a surveyor would give.
    func survey(_ format: PacketFormat = .plain) -> TransportStreamSurvey {
        let setup = AudioSetupInformation(audioType: .zaac, setupData: [0x11, 0x90])
        return TransportStreamSurvey(
            packetFormat: format,
            hasTables: true,
            programMapPID: PacketIdentifier(SegmentBuilder.mapPID),
            programMap: SectionBytes.map(Self.streams.map { SectionBytes.stream($0.0, $0.1) }),
            streams: [
                .init(pid: PacketIdentifier(Self.video), codec: .avc),
                .init(pid: PacketIdentifier(Self.aac), codec: .aac, setup: setup),
                .init(pid: PacketIdentifier(Self.ac3), codec: .ac3, setup: setup),
                .init(pid: PacketIdentifier(Self.eac3), codec: .eac3, setup: setup),
            ]
        )
    }

    private mutating func append(_ packet: Packet, to pid: UInt16) {
        let last = counters[pid, default: UInt8(pid & 15)]
        if let emptiness = packet.emptiness {
            if emptiness == .payload, !packet.repeats { counters[pid] = (last + 1) & 15 }
            segment.emptyPacket(pid, emptiness, counter: counters[pid, default: last])
            return
        }
        let counter = packet.payload.isEmpty || packet.repeats ? last : (last + 1) & 15
        counters[pid] = counter
        segment.packet(pid, packet.payload, start: packet.start, field: packet.field, counter: counter)
    }

    private mutating func videoPackets(_ random: inout SeededGenerator) -> [Packet] {
        var stream: [UInt8] = []
        var borders: [Int] = []
        for _ in 0..<Int.random(in: 1...options.pictures, using: &random) {
            borders.append(stream.count)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let unit = Self.unit(&random)
                let zeros = Int.random(in: 2...(stream.count == borders.last ? 3 : 5), using: &random)
                let start = [UInt8](repeating: 0, count: zeros) + [1]
                units.append((start, unit))
                stream += start + unit
            }
        }
        return pesPackets(stream, borders, 0xE0, &random)
    }

    private mutating func audioPackets(
        _ pid: UInt16,
        _ streamID: UInt8,
        _ random: inout SeededGenerator
    ) -> [Packet] {
        var stream: [UInt8] = []
        var borders: [Int] = []
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            borders.append(stream.count)
            let accessUnit = Self.accessUnit(pid, &random)
            frames[pid, default: []].append(accessUnit)
            stream += accessUnit.joined()
        }
        return pesPackets(
            stream,
            borders.filter { $0 == 0 || Bool.random(using: &random) },
            streamID,
            &random
        )
    }

    /// Cuts a stream into PES packets, at the borders or anywhere, and these into transport packets.
    private func pesPackets(
        _ stream: [UInt8],
        _ borders: [Int],
        _ streamID: UInt8,
        _ random: inout SeededGenerator
    ) -> [Packet] {
        var borders = Set(borders)
        if options.runsOver {
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                // A PES packet of E-AC-3 must not begin with a dependent substream.
                let border = Int.random(in: 0...stream.count, using: &random)
                borders.insert(streamID == 0xBD && border.isMultiple(of: 64) ? border + 1 : border)
            }
            // Sorted, as the order of a set differs between runs.
            borders = Set(borders.sorted().filter { _ in Int.random(in: 0..<4, using: &random) > 0 })
        }
        borders.insert(0)
        let ends = borders.filter { $0 < stream.count }.sorted() + [stream.count]
        var packets: [Packet] = []
        for (start, end) in zip(ends, ends.dropFirst()) where start < end {
            let header =
                options.hasLongHeaders && Bool.random(using: &random)
                ? Int.random(in: 0...250, using: &random) : Int.random(in: 0...9, using: &random)
            let isOpen = streamID == 0xE0 && Bool.random(using: &random)
            let pes = Self.pes(streamID, Array(stream[start..<end]), header, isOpen ? 0 : nil)
            packets += Self.cut(pes, &random, options)
        }
        return packets
    }

    /// Returns a PES packet without time stamps whose header has `stuffing` more bytes.
    private static func pes(_ streamID: UInt8, _ data: [UInt8], _ stuffing: Int, _ length: Int?) -> [UInt8] {
        let count = length ?? data.count + 3 + stuffing
        return [0, 0, 1, streamID, UInt8(count >> 8), UInt8(count & 0xFF), 0x84, 0, UInt8(stuffing)]
            + [UInt8](repeating: 0xFF, count: stuffing) + data
    }

    private static func cut(
        _ pes: [UInt8],
        _ random: inout SeededGenerator,
        _ options: Options
    ) -> [Packet] {
        var packets: [Packet] = []
        var left = pes[...]
        while !left.isEmpty {
            let field = Self.field(&random)
            let room = 184 - (field.map { $0.count + 1 } ?? 0)
            let isShort = Int.random(in: 0..<12, using: &random) == 0
            let size = min(isShort ? Int.random(in: 1...room, using: &random) : room, left.count)
            packets.append(
                Packet(payload: Array(left.prefix(size)), field: field, start: left.count == pes.count)
            )
            left = left.dropFirst(size)
            if options.hasDuplicates, Int.random(in: 0..<6, using: &random) == 0, var copy = packets.last {
                copy.repeats = true
                if copy.field?.first == 0x10 { copy.field?[3] ^= 0x55 }
                packets.append(copy)
            }
            if Int.random(in: 0..<10, using: &random) == 0 {
                packets.append(Packet(payload: [], field: Self.field(&random) ?? [0]))
            }
            guard options.hasEmptyPackets, Int.random(in: 0..<6, using: &random) == 0 else { continue }
            var empty = Packet(payload: [], emptiness: Bool.random(using: &random) ? .payload : .reserved)
            packets.append(empty)
            guard options.hasDuplicates, Bool.random(using: &random) else { continue }
            empty.repeats = true
            packets.append(empty)
        }
        return packets
    }

    /// Returns an adaptation field without its length: a PCR, private data, random access, or nil for none.
    private static func field(_ random: inout SeededGenerator) -> [UInt8]? {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: [0x10, 0, 0, UInt8.random(in: 0...255, using: &random), 0, 0x7E, 0]
        case 1: [0x02, 3] + random.bytes(3)
        case 2: [0x40]
        default: nil
        }
    }

    /// Returns a NAL unit with many bytes that need emulation prevention, and with these prevention bytes.
    private static func unit(_ random: inout SeededGenerator) -> [UInt8] {
        let type: UInt8 = [1, 5, 1, 5, 6, 7, 9, 12].randomElement(using: &random) ?? 1
        let isLong = Int.random(in: 0..<6, using: &random) == 0
        let count = Int.random(in: 0...(isLong ? 3000 : 300), using: &random)
        let isHostile = Bool.random(using: &random)
        let body = (0..<count).map { _ in
            isHostile
                ? ([0, 0, 0, 1, 2, 3, 0x80] as [UInt8]).randomElement(using: &random) ?? 0
                : UInt8.random(in: 0...255, using: &random)
        }
        return PlainAVCCipher.escape([0x60 | type] + body) + [0x80]
    }

    private static func accessUnit(_ pid: UInt16, _ random: inout SeededGenerator) -> [[UInt8]] {
        switch pid {
        case aac:
            let frame = SyntheticPackedAudio.aac(size: Int.random(in: 8...400, using: &random))
            return [frame.prefix(7) + random.bytes(frame.count - 7)]
        case ac3: return [SyntheticPackedAudio.ac3.prefix(8) + random.bytes(248)]
        default:
            return (0..<UInt8.random(in: 1...3, using: &random)).map {
                SyntheticPackedAudio.eac3(type: min($0, 1)).prefix(8) + random.bytes(56)
            }
        }
    }
}
