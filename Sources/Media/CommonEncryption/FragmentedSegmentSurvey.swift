package import SampleEncryption

/// The properties of a clear fMP4 segment that are needed to plan its protection.
package struct FragmentedSegmentSurvey: Hashable, Sendable {
    /// The clear initialization section of the segment.
    package var movie: MovieFormat
    /// The extent if the segment is encrypted.
    package var encrypted: OutputExtent
    /// The extent if the segment is in the clear lead, under an initialization section with encrypted and
    /// clear entries.
    package var clearLead: OutputExtent
    /// The number of samples to encrypt; in cenc, each of them uses up one IV.
    package var sampleCount: UInt64
    /// The number of samples with more protected ranges than `senc` can list, and the offset of the first
    /// one.
    ///
    /// The last ranges of such a sample stay clear. Nil if there is no such sample.
    package var partlyProtectedSamples: (count: Int, first: UInt64)? {
        partlyProtectedSampleCount == 0 ? nil : (partlyProtectedSampleCount, firstPartlyProtectedSample)
    }
    var partlyProtectedSampleCount: Int
    var firstPartlyProtectedSample: UInt64

    /// Creates a survey from its parts.
    package init(
        movie: MovieFormat,
        encrypted: OutputExtent,
        clearLead: OutputExtent,
        sampleCount: UInt64,
        partlyProtectedSampleCount: Int = 0,
        firstPartlyProtectedSample: UInt64 = 0
    ) {
        self.movie = movie
        self.encrypted = encrypted
        self.clearLead = clearLead
        self.sampleCount = sampleCount
        self.partlyProtectedSampleCount = partlyProtectedSampleCount
        self.firstPartlyProtectedSample = firstPartlyProtectedSample
    }
}
