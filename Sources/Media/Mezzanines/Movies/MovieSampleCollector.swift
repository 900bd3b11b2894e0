import Bitstreams
import ISOBaseMedia
import TextFormats

/// Collects the samples of a movie track and checks their sizes, offsets and times.
///
/// It holds one sample back, because the next one may change its duration.
struct MovieSampleCollector {
    /// All samples of a track.
    struct Samples {
        let index: SampleIndex
        /// The index of the sample entry that all samples use, from 0.
        let descriptionIndex: Int
        /// The composition offset of all audio samples; 0 for video, where each sample has its own.
        let constantOffset: Int64
        /// The composition times from the first presented sample to the end of the last one, in ticks of the
        /// track, before edits.
        let presentation: Range<Int64>
    }

    /// The maximum number of samples of a track (weeks of video), so that malicious tables cannot fill the
    /// memory.
    static let countLimit = 1 << 26
    /// The exclusive limit of times in ticks, so that sums of a few times stay far below 64 bits.
    static let timeLimit: UInt64 = 1 << 60
    /// The maximum number of samples without a duration in a row.
    private static let simultaneousLimit: UInt64 = 64

    let trackID: UInt32
    let fileSize: UInt64
    private let tableOffset: UInt64
    private let descriptions: [BoxNode]

    private(set) var index = SampleIndex()
    private(set) var held: MovieSample?
    /// The decode time of the held sample in the tables, before any correction.
    private var heldDecodeTime: UInt64 = 0
    /// The number of samples whose decode time was corrected because the sample before has no duration.
    private var delayedCount = 0
    /// Indicates whether the track is audio, which is presented in decoding order whatever its composition
    /// offsets.
    let isAudio: Bool
    /// The number of audio samples for each composition offset, for the first few offsets.
    private var audioOffsets: [Int32: Int] = [:]
    /// The index, from 1, of the sample entry of the last sample, or nil before the first sample.
    private var descriptionIndex: UInt32?
    /// The indices, from 1, of the sample entries in use, in order of first use.
    private var usedDescriptions: [UInt32] = []
    private var totalSize: UInt64 = 0
    private var firstTime = Int64.max
    private var endTime = Int64.min
    /// A sample entry in use that differs from the first one, or nil.
    private var otherDescription: BoxNode?

    /// - Parameters:
    ///   - track: the track.
    ///   - fileSize: the size of the file in bytes; samples after its end are an error.
    init(track: Movie.Track, fileSize: UInt64) {
        trackID = track.trackID
        self.fileSize = fileSize
        tableOffset = track.sampleDescriptions.offset
        descriptions = track.sampleDescriptions.children
        isAudio = track.handlerType == "soun"
    }

    /// The number of samples added.
    var count: Int { index.count + (held == nil ? 0 : 1) }

    /// Adds the samples that `moov` lists.
    mutating func addTable(_ table: SampleTable) throws(ParseError) {
        // Ends of samples are checked in this type instead, whose errors have the number of the sample.
        var iterator = TableSampleIterator(table, fileSize: .max)
        while let sample = try iterator.next() {
            try add(sample, tableOffset)
        }
    }

    /// Adds the samples of a track fragment; `fragmentOffset` is the offset of its `moof`, for errors.
    ///
    /// - Throws: `ParseError` if the size, offset, time or sample entry of a sample is invalid.
    mutating func add(_ samples: FragmentSampleIterator, fragmentOffset: UInt64) throws(ParseError) {
        var iterator = samples
        while let sample = try iterator.next() { try add(sample, fragmentOffset) }
    }
}

extension MovieSampleCollector {
    private mutating func add(_ sample: MovieSample, _ boxOffset: UInt64) throws(ParseError) {
        var sample = sample
        // No sum overflows: the iterator of tables checks their offsets, and other offsets are below 2^63.
        totalSize &+= UInt64(sample.size)
        guard sample.size > 0, sample.offset <= fileSize, UInt64(sample.size) <= fileSize - sample.offset,
            totalSize <= fileSize, index.count < Self.countLimit,
            sample.decodeTime < Self.timeLimit
        else { throw error(of: sample, boxOffset) }
        if sample.descriptionIndex != descriptionIndex {
            try recordSampleEntry(sample.descriptionIndex, boxOffset)
        }
        if isAudio {
            // Audio is presented in decoding order: FAAC gives its first two frames the same time.
            if audioOffsets.count < 16 || audioOffsets[sample.compositionOffset] != nil {
                audioOffsets[sample.compositionOffset, default: 0] += 1
            }
            sample.compositionOffset = 0
        }
        let decodeTime = sample.decodeTime
        if var last = held {
            try delayDecoding(&sample, from: last, boxOffset)
            if last.duration == 0 || last.decodeTime + UInt64(last.duration) > sample.decodeTime {
                try setDuration(&last, before: sample, boxOffset)
            }
            append(last)
        }
        held = sample
        heldDecodeTime = decodeTime
    }

    /// Moves the decode time of a sample to one tick after the sample before, if that has no duration.
    ///
    /// ISO/IEC 14496-12, 8.6.1.2 allows samples without a duration, but the output needs distinct decode
    /// times. The presentation time of video does not change.
    private mutating func delayDecoding(
        _ sample: inout MovieSample,
        from last: MovieSample,
        _ boxOffset: UInt64
    ) throws(ParseError) {
        guard sample.decodeTime >= heldDecodeTime, sample.decodeTime <= last.decodeTime else { return }
        let lag = last.decodeTime + 1 - sample.decodeTime
        guard lag <= Self.simultaneousLimit else {
            throw .invalid(
                offset: boxOffset,
                field: "decode time of \(nextName)",
                found: "\(sample.decodeTime), that of \(lag) samples before it",
                expected: "at most \(Self.simultaneousLimit) samples without a duration in a row"
            )
        }
        delayedCount += 1
        sample.decodeTime += lag
        sample.duration -= min(sample.duration, UInt32(lag))
        if !isAudio {
            sample.compositionOffset =
                sample.compositionOffset.subtractingReportingOverflow(Int32(lag)).partialValue
        }
    }

    private mutating func append(_ sample: MovieSample) {
        let time = Int64(sample.decodeTime) + Int64(sample.compositionOffset)
        firstTime = min(firstTime, time)
        endTime = max(endTime, time + Int64(sample.duration))
        index.append(sample)
    }

    /// Makes a sample end at the decode time of the next one, if it has no duration or fragments overlap.
    private func setDuration(
        _ last: inout MovieSample,
        before sample: MovieSample,
        _ boxOffset: UInt64
    ) throws(ParseError) {
        guard sample.decodeTime > last.decodeTime else {
            throw .invalid(
                offset: boxOffset,
                field: "decode time of \(nextName)",
                found: "\(sample.decodeTime)",
                expected: "at least \(heldDecodeTime), that of the sample before"
            )
        }
        // A gap that is too long for a 32-bit duration remains.
        last.duration = UInt32(clamping: sample.decodeTime - last.decodeTime)
    }

    /// Records the sample entry of a sample.
    private mutating func recordSampleEntry(_ number: UInt32, _ boxOffset: UInt64) throws(ParseError) {
        guard number > 0, number <= descriptions.count else {
            throw .invalid(
                offset: boxOffset,
                field: "sample_description_index of \(nextName)",
                found: "\(number)",
                expected: "1 to \(descriptions.count)"
            )
        }
        if !usedDescriptions.contains(number) {
            usedDescriptions.append(number)
            // Equal entries have the same bytes, but differ in their offsets.
            let entry = descriptions[Int(number) - 1]
            if entry.bytes != descriptions[Int(usedDescriptions[0]) - 1].bytes { otherDescription = entry }
        }
        descriptionIndex = number
    }
}

extension MovieSampleCollector {
    /// - Throws: `.unsupported` if the track has no samples.
    func checkHasSamples(_ path: String) throws(MezzanineError) { _ = try last(path) }

    /// Returns the sample that was added last.
    private func last(_ path: String) throws(MezzanineError) -> MovieSample {
        if let held { return held }
        throw .unsupported(
            path: path,
            what:
                "track \(trackID) without samples (got none for 'stsd' at byte \(tableOffset), expected some)",
            "Leave it out: choose others with track="
        )
    }

    /// Returns the samples; a last sample without a duration gets that of the one before.
    ///
    /// - Parameters:
    ///   - path: the path of the file, for errors.
    ///   - notes: receives warnings about corrections.
    /// - Returns: the samples.
    /// - Throws: `MezzanineError` without samples, if the samples have no durations, or if they use several
    ///   sample entries.
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
        guard delayedCount < index.count - 1 || index.count < 3 else {
            throw .malformed(
                path: path,
                .invalid(
                    offset: tableOffset,
                    field: "duration of all samples of track \(trackID)",
                    found: "0",
                    expected: "at least 1 tick for most samples"
                )
            )
        }
        if delayedCount > 0 {
            notes.append(
                "track \(trackID): \(CountText.text(delayedCount, "sample has", plural: "samples have")) no duration; "
                    + "each gets one of a tick, and the next sample is decoded a tick later"
            )
        }
        let offset = audioOffsets.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
        if audioOffsets.count > 1 {
            notes.append(
                "track \(trackID): composition offsets that differ are ignored, as audio is presented in decoding order"
            )
        }
        return Samples(
            index: index,
            // All sample entries in use are equal.
            descriptionIndex: Int(descriptionIndex ?? 1) - 1,
            constantOffset: Int64(offset),
            presentation: firstTime + Int64(offset)..<endTime + Int64(offset)
        )
    }
}
