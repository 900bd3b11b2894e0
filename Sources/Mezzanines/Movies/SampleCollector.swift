internal import Bitstreams
internal import ISOBaseMedia

/// Gathers the samples of a track of a movie and checks what the tables say of them.
///
/// One sample is held back, for what the next one tells of it.
struct SampleCollector {
    /// Samples of a track that are all there.
    struct Samples {
        let index: SampleIndex
        /// The sample entry that all use, from 0.
        let descriptionIndex: Int
        /// From the first presented sample to the end of the last one, in ticks of the media, before any edit.
        let presentation: Range<Int64>
    }

    /// The most samples of a track, so that tables that lie cannot fill the memory: weeks of video.
    static let countLimit = 1 << 26
    /// The largest time, in ticks: sums of a few of them stay far below 64 bits.
    static let timeLimit: UInt64 = 1 << 60

    let trackID: UInt32
    let fileSize: UInt64
    private let tableOffset: UInt64
    private let descriptions: [BoxNode]

    private(set) var index = SampleIndex()
    private(set) var held: MovieSample?
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
    }

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
        // No sums that overflow: offsets of table samples are checked by their iterator, others are below 2^63.
        totalSize &+= UInt64(sample.size)
        guard sample.size > 0, sample.offset <= fileSize, UInt64(sample.size) <= fileSize - sample.offset,
            totalSize <= fileSize, index.count < Self.countLimit,
            sample.decodeTime < Self.timeLimit
        else { throw fault(of: sample, place) }
        if sample.descriptionIndex != descriptionIndex { try use(sample.descriptionIndex, place) }
        if var last = held {
            if last.duration == 0 || last.decodeTime + UInt64(last.duration) > sample.decodeTime {
                try fit(&last, before: sample, place)
            }
            append(last)
        }
        held = sample
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
                expected:
                    "above \(last.decodeTime), that of the sample before: only the last one may have no duration"
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
    /// The samples; the last one is as long as the one before it if it has no duration.
    ///
    /// - Parameters:
    ///   - path: for messages.
    ///   - notes: get what was filled in.
    /// - Returns: the samples.
    /// - Throws: `MezzanineError` where there is no sample, or one that lasts no time.
    mutating func finish(_ path: String, _ notes: inout [String]) throws(MezzanineError) -> Samples {
        guard var last = held else {
            throw .unsupported(
                path: path,
                what:
                    "track \(trackID) without samples (got none of 'stsd' at byte \(tableOffset), expected some)",
                "Leave it out (`ffmpeg -i IN -map 0 -map -0:STREAM -c copy OUT.mp4`)"
            )
        }
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
            last.duration = index[index.count - 1].duration
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
        return Samples(
            index: index,
            // All are equal.
            descriptionIndex: Int(descriptionIndex ?? 1) - 1,
            presentation: first..<end
        )
    }
}
