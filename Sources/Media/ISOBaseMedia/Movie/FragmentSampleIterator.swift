package import Bitstreams

/// Goes over the samples of a track fragment, run by run.
package struct FragmentSampleIterator: Sendable {
    private let fragment: TrackFragmentBox
    private let defaults: TrackExtendsBox
    private let descriptionIndex: UInt32
    private let base: UInt64
    private var run = 0
    private var sample = 0
    private var randomAccess: SampleToGroupBox.Membership

    /// When the next sample is decoded, in ticks of the track.
    package private(set) var decodeTime: UInt64
    /// Where the next sample starts in the file, if its run does not say.
    package private(set) var offset: UInt64

    /// - Parameters:
    ///   - fragment: the track fragment.
    ///   - defaults: `trex` of the track.
    ///   - base: where data offsets count from.
    ///   - decodeTime: when the fragment starts, where it does not say.
    init(_ fragment: TrackFragmentBox, defaults: TrackExtendsBox, base: UInt64, decodeTime: UInt64) {
        self.fragment = fragment
        self.defaults = defaults
        self.base = base
        self.decodeTime = fragment.baseMediaDecodeTime ?? decodeTime
        offset = base
        randomAccess = SampleToGroupBox.Membership(fragment.randomAccess)
        descriptionIndex = fragment.header.sampleDescriptionIndex ?? defaults.defaultSampleDescriptionIndex
    }

    /// The next sample; nil behind the last one.
    ///
    /// - Throws: `ParseError` where its place or time is beyond what 63 bits can say.
    package mutating func next() throws(ParseError) -> MovieSample? {
        while run < fragment.runs.count, sample == Int(fragment.runs[run].sampleCount) {
            run += 1
            sample = 0
        }
        guard run < fragment.runs.count else { return nil }
        let box = fragment.runs[run]
        if sample == 0, let dataOffset = box.dataOffset {
            offset = try sum(base, Int128(dataOffset), "data_offset")
        }
        let row = box.row(sample)
        let header = fragment.header
        let flags = row.flags ?? header.defaultSampleFlags ?? defaults.defaultSampleFlags
        let isRandomAccess = randomAccess.next()
        let found = MovieSample(
            decodeTime: decodeTime,
            duration: row.duration ?? header.defaultSampleDuration ?? defaults.defaultSampleDuration,
            compositionOffset: row.compositionOffset ?? 0,
            offset: offset,
            size: row.size ?? header.defaultSampleSize ?? defaults.defaultSampleSize,
            isSync: isRandomAccess || SampleFlags(rawValue: flags).isSync,
            descriptionIndex: descriptionIndex
        )
        offset = try sum(offset, Int128(found.size), "end of a sample")
        decodeTime = try sum(decodeTime, Int128(found.duration), "decode time")
        sample += 1
        return found
    }

    /// Where the data of a track fragment end, and when the one behind it starts, without a look at every sample: a run of
    /// four billion samples of one size takes no more bytes than one sample.
    func end() throws(ParseError) -> (offset: UInt64, decodeTime: UInt64) {
        var offset = base
        var decodeTime = decodeTime
        let header = fragment.header
        for run in fragment.runs {
            if let dataOffset = run.dataOffset { offset = try sum(base, Int128(dataOffset), "data_offset") }
            let size = run.dataSize(defaultSampleSize: header.defaultSampleSize ?? defaults.defaultSampleSize)
            let duration = run.duration(
                defaultSampleDuration: header.defaultSampleDuration ?? defaults.defaultSampleDuration
            )
            offset = try sum(offset, Int128(size ?? .max), "end of a run")
            decodeTime = try sum(decodeTime, Int128(duration ?? .max), "decode time")
        }
        return (offset, decodeTime)
    }

    private func sum(_ start: UInt64, _ distance: Int128, _ field: String) throws(ParseError) -> UInt64 {
        let sum = Int128(start) + distance
        guard let end = Int64(exactly: sum), end >= 0 else {
            throw .invalid(
                offset: fragment.offset,
                field: field,
                found: "\(sum)",
                expected: "0 to \(Int64.max)"
            )
        }
        return UInt64(end)
    }
}
