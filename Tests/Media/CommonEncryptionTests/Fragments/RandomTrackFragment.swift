import TestRandomness

/// A track fragment in a random form.
struct RandomTrackFragment {
    /// A run of consecutive samples.
    struct Run {
        var samples: [RandomFragmentedSegment.Sample]
        /// Indicates whether all samples have the default size.
        var isConstant: Bool
        /// The offset in the `mdat` data, in bytes.
        var position = 0
        var isPlaced = false
        var flags = 0

        var size: Int { samples.reduce(0) { $0 + $1.bytes.count } }
    }

    /// The base of the data offsets.
    enum Base {
        case movieFragment
        case previous
        /// An offset in the `mdat` data, written as an absolute file offset (base_data_offset).
        case data(Int)
        case file(Int)
    }

    let track: UInt32
    let defaultSize = 64
    var runs: [Run] = []
    private var flags = 0
    private var base = Base.movieFragment
    /// The end of the previous track fragment's data, or nil if data offsets count from the `moof`.
    private var previousEnd: Int?
    private var extra: [UInt8] = []

    init(track: UInt32) {
        self.track = track
    }

    var hasUnplacedRuns: Bool { runs.contains { !$0.isPlaced } }

    /// The end of the last run's data as ISO/IEC 14496-12, 8.8.7 counts it, or nil for the `moof`.
    private var end: Int? {
        if let last = runs.last { return last.position + last.size }
        switch base {
        case .movieFragment: return nil
        case .previous: return previousEnd
        case .data(let offset): return offset
        case .file: return -1
        }
    }

    mutating func placeRun(at position: Int) -> [RandomFragmentedSegment.Sample] {
        guard let index = runs.firstIndex(where: { !$0.isPlaced }) else { return [] }
        runs[index].position = position
        runs[index].isPlaced = true
        return runs[index].samples
    }

    /// Chooses the flags and fields that give the offsets of the runs.
    mutating func choose(
        before: RandomTrackFragment?,
        startsFile: Bool,
        using random: inout SeededGenerator
    ) {
        for flag in [0x02, 0x08, 0x20] where Bool.random(using: &random) { flags |= flag }
        // The default sample size is 64 here, and 99 in 'trex'.
        flags |= 0x10
        previousEnd = before?.end ?? nil
        switch Int.random(in: 0..<4, using: &random) {
        case 0: base = .data(runs.first?.position ?? 0)
        case 1 where startsFile: base = .file(0)
        case 2 where before.map { $0.end != -1 } ?? true: base = .previous
        default:
            base = .movieFragment
            flags |= 0x02_0000
        }
        if case .data = base { flags |= 0x01 }
        if case .file = base { flags |= 0x01 }
        if runs.isEmpty { flags |= 0x01_0000 }
        var implied = start
        for index in runs.indices {
            if runs[index].position != implied || Bool.random(using: &random) { runs[index].flags |= 0x01 }
            for flag in [0x100, 0x400, 0x800] where Bool.random(using: &random) { runs[index].flags |= flag }
            if runs[index].flags & 0x400 == 0, Bool.random(using: &random) { runs[index].flags |= 0x04 }
            if !runs[index].isConstant || Bool.random(using: &random) { runs[index].flags |= 0x200 }
            implied = runs[index].position + runs[index].size
        }
        if Bool.random(using: &random) { extra = FragmentBytes.box("zzzz", random.bytes(9)) }
    }

    /// The base of the data offsets as an offset in the data, or nil if the base is not in the data.
    private var start: Int? {
        switch base {
        case .movieFragment, .file: nil
        case .previous: previousEnd
        case .data(let offset): offset
        }
    }

    func box(dataAt data: Int, movieFragmentAt start: Int) -> [UInt8] {
        let baseOffset: Int =
            switch base {
            case .movieFragment: start
            case .previous: previousEnd.map { data + $0 } ?? start
            case .data(let offset): data + offset
            case .file(let offset): offset
            }
        var header = FragmentBytes.number(flags, 4) + FragmentBytes.number(Int(track), 4)
        if flags & 0x01 != 0 { header += FragmentBytes.number(baseOffset, 8) }
        for (flag, value) in [(0x02, 1), (0x08, 512), (0x10, defaultSize), (0x20, 0)] where flags & flag != 0
        {
            header += FragmentBytes.number(value, 4)
        }
        return FragmentBytes.box(
            "traf",
            FragmentBytes.box("tfhd", header),
            FragmentBytes.box("tfdt", FragmentBytes.number(0, 8)),
            runs.flatMap { Self.box($0, offset: data + $0.position - baseOffset) },
            extra
        )
    }

    private static func box(_ run: Run, offset: Int) -> [UInt8] {
        var body = FragmentBytes.number(run.flags, 4) + FragmentBytes.number(run.samples.count, 4)
        if run.flags & 0x01 != 0 { body += FragmentBytes.number(offset, 4) }
        if run.flags & 0x04 != 0 { body += FragmentBytes.number(0x0200_0000, 4) }
        for sample in run.samples {
            let columns = [(0x100, 512), (0x200, sample.bytes.count), (0x400, 0), (0x800, 3)]
            for (flag, value) in columns where run.flags & flag != 0 {
                body += FragmentBytes.number(value, 4)
            }
        }
        return FragmentBytes.box("trun", body)
    }
}
