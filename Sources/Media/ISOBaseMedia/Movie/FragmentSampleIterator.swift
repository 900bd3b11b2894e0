package import Bitstreams

/// An iterator over the samples of a track fragment, run by run.
package struct FragmentSampleIterator: Sendable {
    private let fragment: TrackFragmentBox
    private let defaults: TrackExtendsBox
    private let descriptionIndex: UInt32
    private let base: UInt64
    private var runIndex = 0
    private var sampleIndex = 0
    private var randomAccess: SampleToGroupBox.Membership

    /// The decode time of the next sample, in ticks of the track.
    private(set) var decodeTime: UInt64
    /// The offset of the next sample in the file in bytes, unless its run has a data offset.
    private(set) var offset: UInt64

    /// - Parameters:
    ///   - fragment: the track fragment.
    ///   - defaults: the `trex` box of the track.
    ///   - base: the offset in the file from which data offsets count.
    ///   - decodeTime: the decode time of the first sample in ticks if the fragment has no `tfdt`.
    init(_ fragment: TrackFragmentBox, defaults: TrackExtendsBox, base: UInt64, decodeTime: UInt64) {
        self.fragment = fragment
        self.defaults = defaults
        self.base = base
        self.decodeTime = fragment.baseMediaDecodeTime ?? decodeTime
        offset = base
        randomAccess = SampleToGroupBox.Membership(fragment.randomAccess)
        descriptionIndex = fragment.header.sampleDescriptionIndex ?? defaults.defaultSampleDescriptionIndex
    }

    /// Returns the next sample, or nil after the last one.
    ///
    /// - Throws: `ParseError` if its offset, end or decode time does not fit into 63 bits.
    package mutating func next() throws(ParseError) -> MovieSample? {
        while runIndex < fragment.runs.count, sampleIndex == Int(fragment.runs[runIndex].sampleCount) {
            runIndex += 1
            sampleIndex = 0
        }
        guard runIndex < fragment.runs.count else { return nil }
        let box = fragment.runs[runIndex]
        if sampleIndex == 0, let dataOffset = box.dataOffset {
            offset = try sum(base, Int128(dataOffset), "data_offset")
        }
        let row = box.row(sampleIndex)
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
        sampleIndex += 1
        return found
    }

    /// Returns the offset of the end of the data in bytes, and the decode time after the last sample in
    /// ticks.
    ///
    /// It does not visit each sample, because a run of four billion samples of one size takes no more bytes
    /// than a run of one sample.
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
