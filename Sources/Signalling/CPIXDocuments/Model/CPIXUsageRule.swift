package import FoundationEssentials

/// `ContentKeyUsageRule`: filters of one type are alternatives, those of different types all have to hold.
package struct CPIXUsageRule: Hashable, Sendable {
    /// `VideoFilter`; pixels are inclusive, frames a second exclusive at the lower end.
    package struct Video: Hashable, Sendable {
        package var minimumPixels: Int?
        package var maximumPixels: Int?
        package var minimumFramesPerSecond: Int?
        package var maximumFramesPerSecond: Int?
        package var isHDR: Bool?
        package var isWideColourGamut: Bool?

        /// A filter that takes all pictures.
        package init() {}
    }

    /// `AudioFilter`, inclusive.
    package struct Audio: Hashable, Sendable {
        package var minimumChannels: Int?
        package var maximumChannels: Int?

        /// A filter that takes all sound.
        package init() {}
    }

    /// `BitrateFilter`, in bits a second, inclusive.
    package struct Bitrate: Hashable, Sendable {
        package var minimum: Int?
        package var maximum: Int?

        /// A filter that takes all rates.
        package init() {}
    }

    package var kid: UUID
    package var intendedTrackType: String?
    /// `KeyPeriodFilter@periodId`.
    package var periodIDs: [String] = []
    package var labels: [String] = []
    package var video: [Video] = []
    package var audio: [Audio] = []
    package var bitrates: [Bitrate] = []
    /// Names of filters that are not known: the rule is of no use then (CPIX: do no mapping for its key).
    package var unknownFilters: [String] = []

    /// A rule without filters: it takes everything.
    package init(kid: UUID, intendedTrackType: String? = nil) {
        self.kid = kid
        self.intendedTrackType = intendedTrackType
    }
}
