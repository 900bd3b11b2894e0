package import SampleEncryption

/// What a clear segment of fragments is, as far as its protection has to be planned.
package struct FragmentedSegmentSurvey: Hashable, Sendable {
    /// What a treatment makes of the segment.
    package struct Result: Hashable, Sendable {
        /// Bytes.
        package let length: UInt64
        /// Where its bytes are in it.
        package let map: OffsetMap

        /// A result from its parts.
        package init(length: UInt64, map: OffsetMap) {
            self.length = length
            self.map = map
        }
    }

    /// The movie that it belongs to.
    package var movie: MovieFormat
    /// When it is encrypted.
    package var encrypted: Result
    /// When it is a clear start under a section with encrypted and clear entries.
    package var clearStart: Result
    /// Samples of tracks that are encrypted: each needs its own initialization vector in cenc.
    package var sampleCount: UInt64
    /// Samples with more ranges than auxiliary information can list, so that the last ones stay clear; and where the first
    /// one is.
    package var crowdedSamples: (count: Int, first: UInt64)? {
        crowdedSampleCount == 0 ? nil : (crowdedSampleCount, firstCrowdedSample)
    }
    var crowdedSampleCount: Int
    var firstCrowdedSample: UInt64

    /// A survey from its parts.
    package init(
        movie: MovieFormat,
        encrypted: Result,
        clearStart: Result,
        sampleCount: UInt64,
        crowdedSampleCount: Int = 0,
        firstCrowdedSample: UInt64 = 0
    ) {
        self.movie = movie
        self.encrypted = encrypted
        self.clearStart = clearStart
        self.sampleCount = sampleCount
        self.crowdedSampleCount = crowdedSampleCount
        self.firstCrowdedSample = firstCrowdedSample
    }
}
