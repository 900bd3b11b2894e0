import Bitstreams
import ISOBaseMedia

/// Gathers the samples of a track of a movie and checks what the tables say of them.
///
/// One sample is held back, for what the next one tells of it.
struct SampleCollector {
    /// Samples of a track that are all there.
    struct Samples {
        let index: SampleIndex
        /// The sample entry that all use, from 0.
        let descriptionIndex: Int
        /// What all composition offsets of audio are; 0 of video, where each sample has its own.
        let constantOffset: Int64
        /// From the first presented sample to the end of the last one, in ticks of the media, before any edit.
        let presentation: Range<Int64>
    }

    /// The most samples of a track, so that tables that lie cannot fill the memory: weeks of video.
    static let countLimit = 1 << 26
    /// The largest time, in ticks: sums of a few of them stay far below 64 bits.
    static let timeLimit: UInt64 = 1 << 60
    /// The most samples in a row that take no time.
    private static let simultaneousLimit: UInt64 = 64

    let trackID: UInt32
    let fileSize: UInt64
    private let tableOffset: UInt64
    private let descriptions: [BoxNode]

    private(set) var index = SampleIndex()
    private(set) var held: MovieSample?
    /// When the held sample is decoded as the tables say it.
    private var heldDecodeTime: UInt64 = 0
    /// Samples that are decoded with the one before them.
    private var simultaneousCount = 0
    /// Whether samples are presented in the order of decoding, whatever offsets say.
    let isAudio: Bool
    /// How many samples of audio have which composition offset; a few of them.
    private var audioOffsets: [Int32: Int] = [:]
    /// The sample entry of the last sample, from 1; nil before the first one.
    private var descriptionIndex: UInt32?
    /// The sample entries that were used, from 1.
    private var usedDescriptions: [UInt32] = []
    private var totalSize: UInt64 = 0
    private var first = Int64.max
    private var end = Int64.min
    /// A sample entry in use that is not as the first one.
    private var otherDescription: BoxNode?

    /// - Parameters:
    ///   - track: the track.
    ///   - fileSize: bytes of the file; samples behind its end are an error.
    init(track: Movie.Track, fileSize: UInt64) {
        trackID = track.trackID
        self.fileSize = fileSize
        tableOffset = track.sampleDescriptions.offset
        descriptions = track.sampleDescriptions.children
        isAudio = track.handlerType == "soun"
    }

    /// How many samples were added.
    var count: Int { index.count + (held == nil ? 0 : 1) }

    /// Adds the samples that `moov` lists.
    mutating func addTable(_ table: SampleTable) throws(ParseError) {
        // The ends of samples are checked here, with the number of the sample.
        var iterator = TableSampleIterator(table, fileSize: .max)
        while let sample = try iterator.next() {
            try add(sample, tableOffset)
        }
    }

    /// Adds the samples of a track fragment.
    ///
    /// - Parameters:
    ///   - samples: them.
    ///   - fragmentOffset: where its `moof` starts.
    /// - Throws: `ParseError` for a sample whose size, place, time or sample entry is wrong.
    mutating func add(_ samples: FragmentSampleIterator, fragmentOffset: UInt64) throws(ParseError) {
        var iterator = samples
        while let sample = try iterator.next() { try add(sample, fragmentOffset) }
    }
}

extension SampleCollector {
    private mutating func add(_ sample: MovieSample, _ place: UInt64) throws(ParseError) {
        var sample = sample
        // No sums that overflow: offsets of table samples are checked by their iterator, others are below 2^63.
        totalSize &+= UInt64(sample.size)
        guard sample.size > 0, sample.offset <= fileSize, UInt64(sample.size) <= fileSize - sample.offset,
            totalSize <= fileSize, index.count < Self.countLimit,
            sample.decodeTime < Self.timeLimit
        else { throw fault(of: sample, place) }
        if sample.descriptionIndex != descriptionIndex { try use(sample.descriptionIndex, place) }
        if isAudio {
            // Sound has no order but one: FAAC's own writer gave its first two frames one time.
            if audioOffsets.count < 16 || audioOffsets[sample.compositionOffset] != nil {
                audioOffsets[sample.compositionOffset, default: 0] += 1
            }
            sample.compositionOffset = 0
        }
        let decodeTime = sample.decodeTime
        if var last = held {
            try separate(&sample, from: last, place)
            if last.duration == 0 || last.decodeTime + UInt64(last.duration) > sample.decodeTime {
                try fit(&last, before: sample, place)
            }
            append(last)
        }
        held = sample
        heldDecodeTime = decodeTime
    }

    /// Decodes a sample a tick behind the one before it, where tables say that this one takes no time.
    ///
    /// ISO/IEC 14496-12, 8.6.1.2 allows that, and what is written needs a decode time of its own for each. When a sample is
    /// presented stays.
    private mutating func separate(
        _ sample: inout MovieSample,
        from last: MovieSample,
        _ place: UInt64
    ) throws(ParseError) {
        guard sample.decodeTime >= heldDecodeTime, sample.decodeTime <= last.decodeTime else { return }
        let lag = last.decodeTime + 1 - sample.decodeTime
        guard lag <= Self.simultaneousLimit else {
            throw .invalid(
                offset: place,
                field: "decode time of \(nextName)",
                found: "\(sample.decodeTime), that of \(lag) samples before it",
                expected: "at most \(Self.simultaneousLimit) samples without a duration in a row"
            )
        }
        simultaneousCount += 1
        sample.decodeTime += lag
        sample.duration -= min(sample.duration, UInt32(lag))
        if !isAudio {
            sample.compositionOffset =
                sample.compositionOffset.subtractingReportingOverflow(Int32(lag)).partialValue
        }
    }

    private mutating func append(_ sample: MovieSample) {
        let time = Int64(sample.decodeTime) + Int64(sample.compositionOffset)
        first = min(first, time)
        end = max(end, time + Int64(sample.duration))
        index.append(sample)
    }

    /// Makes a sample end where the next one is decoded: where fragments say so, or where it has no duration of its own.
    private func fit(
        _ last: inout MovieSample,
        before sample: MovieSample,
        _ place: UInt64
    ) throws(ParseError) {
        guard sample.decodeTime > last.decodeTime else {
            throw .invalid(
                offset: place,
                field: "decode time of \(nextName)",
                found: "\(sample.decodeTime)",
                expected: "at least \(heldDecodeTime), that of the sample before"
            )
        }
        // A gap that is too long for a duration stays a gap.
        last.duration = UInt32(clamping: sample.decodeTime - last.decodeTime)
    }

    /// Takes note of the sample entry of a sample.
    private mutating func use(_ number: UInt32, _ place: UInt64) throws(ParseError) {
        guard number > 0, number <= descriptions.count else {
            throw .invalid(
                offset: place,
                field: "sample_description_index of \(nextName)",
                found: "\(number)",
                expected: "1 to \(descriptions.count)"
            )
        }
        if !usedDescriptions.contains(number) {
            usedDescriptions.append(number)
            // The bytes of equal entries differ in nothing but their place.
            let entry = descriptions[Int(number) - 1]
            if entry.bytes != descriptions[Int(usedDescriptions[0]) - 1].bytes { otherDescription = entry }
        }
        descriptionIndex = number
    }
}

extension SampleCollector {
    /// - Throws: `.unsupported` for a track without samples.
    func checkIsFilled(_ path: String) throws(MezzanineError) { _ = try last(path) }

    /// The sample that was added last.
    private func last(_ path: String) throws(MezzanineError) -> MovieSample {
        if let held { return held }
        throw .unsupported(
            path: path,
            what:
                "track \(trackID) without samples (got none of 'stsd' at byte \(tableOffset), expected some)",
            "Leave it out: choose others with track="
        )
    }

    /// The samples; the last one is as long as the one before it if it has no duration.
    ///
    /// - Parameters:
    ///   - path: for messages.
    ///   - notes: get what was filled in.
    /// - Returns: the samples.
    /// - Throws: `MezzanineError` where there is no sample, or one that lasts no time.
    mutating func finish(_ path: String, _ notes: inout [String]) throws(MezzanineError) -> Samples {
        var last = try last(path)
        if last.duration == 0 {
            guard index.count > 0 else {
                throw .malformed(
                    path: path,
                    .invalid(
                        offset: tableOffset,
                        field: "duration of the only sample of track \(trackID)",
                        found: "0",
                        expected: "at least 1"
                    )
                )
            }
            last.duration = max(1, index[index.count - 1].duration)
            notes.append(
                "track \(trackID): the last sample has no duration, it gets that of the one before it"
            )
        }
        if let otherDescription {
            throw .unsupported(
                path: path,
                what: "several sample entries of track \(trackID) (got another,"
                    + " '\(otherDescription.type)' at byte \(otherDescription.offset), expected one for all samples)",
                "Encode the track anew (`ffmpeg -i IN OUT.mp4`), or cut the file where the entry changes"
            )
        }
        append(last)
        held = nil
        guard simultaneousCount < index.count - 1 || index.count < 3 else {
            throw .malformed(
                path: path,
                .invalid(
                    offset: tableOffset,
                    field: "duration of all samples of track \(trackID)",
                    found: "0",
                    expected: "at least 1 tick of most"
                )
            )
        }
        if simultaneousCount > 0 {
            notes.append(
                "track \(trackID): \(simultaneousCount) samples take no time: they are decoded a tick later"
            )
        }
        let offset = audioOffsets.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
        if audioOffsets.count > 1 {
            notes.append(
                "track \(trackID): composition offsets that differ are left out, as sound is heard in the order of decoding"
            )
        }
        return Samples(
            index: index,
            // All are equal.
            descriptionIndex: Int(descriptionIndex ?? 1) - 1,
            constantOffset: Int64(offset),
            presentation: first + Int64(offset)..<end + Int64(offset)
        )
    }
}
