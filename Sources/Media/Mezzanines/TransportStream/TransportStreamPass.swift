import Bitstreams
import ElementaryStreams
import TransportStreams

/// One reading of a transport stream, which finds the program map or, once that is known, the samples of its
/// streams.
struct TransportStreamPass {
    /// The result of a pass.
    enum Outcome {
        /// The first program map was found, or a later one adds streams: `plan` has them now, and the file
        /// has to be read again.
        case planChanged
        /// Streams have to be read again in another way, by PID.
        case reread([Int: RereadReason])
        /// The samples in the order of the plan, warnings about streams without samples, and warnings about
        /// packets and codecs.
        case samples([(ProgramPlan.Stream, FoundSamples)], noSamplesWarnings: [String], notes: [String])
    }

    /// The approximate number of bytes to read at once.
    private static let readSize = 512 << 10

    let path: String
    let format: PacketFormat
    /// The tracks that are asked for.
    let choices: Set<TrackChoice>
    /// The streams to read, or nil before a program map was found.
    private(set) var plan: ProgramPlan?
    /// The ways to read streams, by PID, as results of earlier passes.
    let rereadReasons: [Int: Set<RereadReason>]

    private var tables = ProgramTables()
    private var assemblers: [Int: SectionAssembler] = [:]
    /// The continuity counters of the last packets with tables, by PID, to skip duplicates.
    private var counters: [Int: UInt8] = [:]
    private var collectors: [ElementaryStreamCollector] = []
    /// The treatment of each PID: an index in `collectors`, or `sectionsRole` for tables, or `ignoredRole`.
    private var pidRoles = [UInt8](repeating: ignoredRole, count: 0x2000)

    private static let ignoredRole: UInt8 = 255
    private static let sectionsRole: UInt8 = 254

    init(
        path: String,
        format: PacketFormat,
        choices: Set<TrackChoice>,
        plan: ProgramPlan?,
        rereadReasons: [Int: Set<RereadReason>]
    ) {
        self.path = path
        self.format = format
        self.choices = choices
        self.plan = plan
        self.rereadReasons = rereadReasons
        pidRoles[0] = Self.sectionsRole
        guard let plan else { return }
        let reference = TimelineReference()
        pidRoles[Int(plan.mapPID.rawValue)] = Self.sectionsRole
        for stream in plan.streams.prefix(Int(Self.sectionsRole)) {
            pidRoles[stream.pid] = UInt8(collectors.count)
            let finder = Self.finder(stream, path, rereadReasons[stream.pid] ?? [], reference: reference)
            collectors.append(ElementaryStreamCollector(stream, finder, path: path))
        }
    }

    private static func finder(
        _ stream: ProgramPlan.Stream,
        _ path: String,
        _ rereadReasons: Set<RereadReason>,
        reference: TimelineReference
    ) -> any SampleFinder {
        let audio = AudioSampleCollector.Stream(
            path: path,
            pid: stream.pid,
            reference: reference,
            start: nil,
            isTimedByStamps: rereadReasons.contains(.byTimeStamps)
        )
        func video(_ codec: NALUnitRole.Codec) -> VideoSampleFinder {
            VideoSampleFinder(codec, path: path, pid: stream.pid, reference: reference, rereadReasons)
        }
        return switch stream.codec {
        case .avc: video(.avc)
        case .hevc: video(.hevc)
        case .aac: AudioSampleFinder(.aac, audio)
        // The frames show whether they are AC-3 or E-AC-3, which not every stream_type does.
        case .ac3, .eac3: AudioSampleFinder(.eac3, audio)
        }
    }

    /// Reads the file, up to the end or until it has to be read again.
    mutating func run(_ reader: any ByteSourceReader) throws(MezzanineError) -> Outcome {
        var buffer = [UInt8](repeating: 0, count: Self.readSize / format.stride * format.stride)
        var position: UInt64 = 0
        while true {
            let count: Int
            do {
                count = try reader.read(into: &buffer, 0..<buffer.count, at: position)
            } catch {
                throw .bytes(path: path, error)
            }
            var start = format.prefixSize
            while start + TransportPacket.size <= count {
                guard try process(buffer, start, at: position + UInt64(start)) else { return .planChanged }
                start += format.stride
            }
            let reasons = newRereadReasons
            if !reasons.isEmpty { return .reread(reasons) }
            position += UInt64(count)
            guard count == buffer.count else {
                return try finish(
                    isCut: start - format.prefixSize != count && start - format.prefixSize < count
                )
            }
        }
    }

    private var newRereadReasons: [Int: RereadReason] {
        var reasons: [Int: RereadReason] = [:]
        for collector in collectors { reasons[collector.stream.pid] = collector.finder.rereadReason }
        return reasons
    }

    /// Handles the next packet.
    ///
    /// - Returns: false if a program map added streams to the plan.
    private mutating func process(
        _ buffer: [UInt8],
        _ start: Int,
        at offset: UInt64
    ) throws(MezzanineError) -> Bool {
        let head: PacketHead
        do {
            head = try PacketHead(buffer.span, start, at: offset)
        } catch {
            throw .malformed(path: path, error)
        }
        let role = pidRoles[head.pid]
        guard role != Self.ignoredRole, head.hasPayload else { return true }
        guard !head.hasError else {
            throw .malformed(
                path: path,
                .invalid(
                    offset: offset + 1,
                    field: "transport_error_indicator of \(MezzanineError.pidDescription(head.pid))",
                    found: "1",
                    expected: "0: the file is damaged"
                )
            )
        }
        guard role == Self.sectionsRole else {
            try collectors[Int(role)].add(head, buffer, start, at: offset)
            return true
        }
        return try processSections(head, buffer, start, at: offset)
    }

    private mutating func processSections(
        _ head: PacketHead,
        _ buffer: [UInt8],
        _ start: Int,
        at offset: UInt64
    ) throws(MezzanineError) -> Bool {
        guard counters.updateValue(head.continuityCounter, forKey: head.pid) != head.continuityCounter,
            head.hasPayloadBytes
        else { return true }
        let pid = PacketIdentifier(UInt16(head.pid))
        do throws(ParseError) {
            let payload = buffer.span.extracting(start + head.payloadStart..<start + TransportPacket.size)
            var assembler = assemblers[head.pid] ?? SectionAssembler()
            let sections = try assembler.add(
                payload,
                unitStart: head.unitStart,
                at: offset + UInt64(head.payloadStart)
            )
            assemblers[head.pid] = assembler
            if sections.isEmpty { return true }
            for section in sections { try tables.add(section, from: pid) }
        } catch {
            throw .malformed(path: path, error)
        }
        let programs = tables.allPrograms
        // A program may have several entries here, because its map may move to another PID.
        let numbers = Set(programs.map(\.number))
        guard numbers.count < 2 else {
            throw .unsupported(
                path: path,
                what: "a transport stream of \(numbers.count) programs (expected 1)",
                "Extract one: ffmpeg -i INPUT -map 0:p:\(programs[0].number) -c copy OUTPUT.ts"
            )
        }
        for program in programs { pidRoles[Int(program.mapPID.rawValue)] = Self.sectionsRole }
        guard let program = programs.first, let map = program.map else { return true }
        let found = try ProgramPlan(map, mapPID: program.mapPID, path: path, selecting: choices)
        let pids = plan?.streams.map(\.pid)
        if plan == nil { plan = found } else { try plan?.merge(found, path: path) }
        return plan?.streams.map(\.pid) == pids
    }

    private func finish(isCut: Bool) throws(MezzanineError) -> Outcome {
        guard let plan else {
            do throws(ParseError) {
                try tables.checkCompleteness()
                throw .missing(offset: 0, "program map table")
            } catch {
                throw .malformed(path: path, error)
            }
        }
        for collector in collectors { try collector.find(isLast: true) }
        let reasons = newRereadReasons
        guard reasons.isEmpty else { return .reread(reasons) }
        var found: [(ProgramPlan.Stream, FoundSamples)] = []
        for (stream, collector) in zip(plan.streams, collectors) {
            guard let samples = try collector.finish(isCut: isCut) else { continue }
            found.append((stream, samples))
        }
        let cut = isCut ? ["the last packet is cut short and left out"] : []
        return .samples(
            found,
            noSamplesWarnings: collectors.compactMap(\.noSamplesWarning),
            notes: cut + collectors.flatMap(\.warnings)
        )
    }
}
