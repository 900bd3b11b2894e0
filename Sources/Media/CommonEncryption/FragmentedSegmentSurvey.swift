package import SampleEncryption

/// The properties of a clear fMP4 segment that are needed to plan its protection.
package struct FragmentedSegmentSurvey: Hashable, Sendable {
    /// The size and layout of the segment after protection.
    package struct Result: Hashable, Sendable {
        /// The length of the output segment, in bytes.
        package let length: UInt64
        /// The map from offsets in the clear segment to offsets in the output segment.
        package let map: OffsetMap

        /// Creates a result from its parts.
        package init(length: UInt64, map: OffsetMap) {
            self.length = length
            self.map = map
        }
    }

    /// The clear initialization section of the segment.
    package var movie: MovieFormat
    /// The result if the segment is encrypted.
    package var encrypted: Result
    /// The result if the segment is in the clear lead, under an initialization section with encrypted and
    /// clear entries.
    package var clearLead: Result
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
        encrypted: Result,
        clearLead: Result,
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
