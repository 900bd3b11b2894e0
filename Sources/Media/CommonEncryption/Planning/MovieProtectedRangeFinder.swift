/// Finds the bytes to encrypt in the samples of all tracks of a movie.
///
/// It keeps the state of each sample entry, such as parameter sets and reference frames, from sample to
/// sample.
struct MovieProtectedRangeFinder {
    private struct SampleEntryKey: Hashable {
        let trackIndex: Int
        let sampleDescriptionIndex: UInt32
    }

    private var finders: [SampleEntryKey: ProtectedRangeFinder] = [:]

    /// Appends the ranges of the next sample of a track fragment; see `ProtectedRangeFinder`.
    ///
    /// - Throws: `SampleEncryptionError` if the sample cannot be parsed; and any error of reading.
    mutating func append(
        of sample: inout some SampleBytes,
        in fragment: FragmentLayout.TrackFragment,
        _ codec: SampleCodec,
        to ranges: inout [Range<Int>]
    ) throws {
        let key = SampleEntryKey(
            trackIndex: fragment.trackIndex,
            sampleDescriptionIndex: fragment.sampleDescriptionIndex
        )
        if finders[key] == nil { finders[key] = try ProtectedRangeFinder(codec) }
        try finders[key]?.append(of: &sample, to: &ranges)
    }
}
