/// Finds the bytes of the samples of all tracks of a movie that are encrypted.
///
/// What one sample says, such as parameter sets and frames of reference, is kept for the next ones of its sample entry.
struct ProtectedRangeFinders {
    private struct Place: Hashable {
        let track: Int
        let index: UInt32
    }

    private var finders: [Place: ProtectedRangeFinder] = [:]

    /// Appends the ranges of the next sample of a track fragment; see `ProtectedRangeFinder`.
    ///
    /// - Throws: `SampleEncryptionError` for what cannot be parsed, and what reading throws.
    mutating func append(
        of sample: inout some SampleBytes,
        in fragment: FragmentLayout.TrackFragment,
        _ codec: SampleCodec,
        to ranges: inout [Range<Int>]
    ) throws {
        let place = Place(track: fragment.track, index: fragment.sampleDescriptionIndex)
        if finders[place] == nil { finders[place] = try ProtectedRangeFinder(codec) }
        try finders[place]?.append(of: &sample, to: &ranges)
    }
}
