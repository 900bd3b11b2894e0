package import FoundationEssentials

/// A usage rule of a key (`ContentKeyUsageRule`).
///
/// Filters of the same type are alternatives; filters of different types must all match.
package struct CPIXUsageRule: Hashable, Sendable {
    /// A filter for video (`VideoFilter`); pixel bounds are inclusive, the lower bound of the frame rate is
    /// exclusive.
    package struct Video: Hashable, Sendable {
        package var minimumPixels: Int?
        package var maximumPixels: Int?
        package var minimumFramesPerSecond: Int?
        package var maximumFramesPerSecond: Int?
        package var isHDR: Bool?
        package var isWideColorGamut: Bool?

        /// Creates a filter that matches all video.
        package init() {}
    }

    /// A filter for audio (`AudioFilter`); bounds are inclusive.
    package struct Audio: Hashable, Sendable {
        package var minimumChannels: Int?
        package var maximumChannels: Int?

        /// Creates a filter that matches all audio.
        package init() {}
    }

    /// A filter by bit rate (`BitrateFilter`), in bits per second; bounds are inclusive.
    package struct Bitrate: Hashable, Sendable {
        package var minimum: Int?
        package var maximum: Int?

        /// Creates a filter that matches all bit rates.
        package init() {}
    }

    package var kid: UUID
    package var intendedTrackType: String?
    /// The ids of the key periods (`KeyPeriodFilter@periodId`).
    package var periodIDs: [String] = []
    package var labels: [String] = []
    package var video: [Video] = []
    package var audio: [Audio] = []
    package var bitrates: [Bitrate] = []
    /// The names of unknown filters.
    ///
    /// A rule with such a filter must not be used (CPIX: do no mapping for its key).
    package var unknownFilters: [String] = []

    /// Creates a rule without filters, which matches everything.
    package init(kid: UUID, intendedTrackType: String? = nil) {
        self.kid = kid
        self.intendedTrackType = intendedTrackType
    }
}
