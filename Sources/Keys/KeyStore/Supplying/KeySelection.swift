package import FoundationEssentials

/// Rules that select the key for media where options do not: the usage rules of a CPIX document.
package protocol KeySelection: Sendable {
    /// Indicates whether the rules distinguish key periods.
    var hasPeriods: Bool { get }

    /// Returns the track and period of the stored key for media in a key period.
    ///
    /// - Parameters:
    ///   - media: the traits of the media to protect.
    ///   - period: the key period, from 0.
    /// - Returns: the track and the period of the key's identity.
    /// - Throws: the reason why there is not exactly one key for these media.
    func key(for media: MediaTraits, period: Int) throws(KeySelectionError) -> (track: String, period: Int)
}

/// The reason why there is not exactly one key for media.
package struct KeySelectionError: Error, Hashable, Sendable {
    /// The reason, for messages.
    package let reason: String

    /// Creates an error from its reason.
    package init(reason: String) { self.reason = reason }
}

/// The traits of a rendition by which rules select its key; nil if a trait is unknown.
package struct MediaTraits: Hashable, Sendable {
    /// The kind of media.
    package enum Kind: String, Sendable {
        /// Video, or video and audio together.
        case video
        /// Audio.
        case audio
        /// Video or audio; nothing says which.
        case unknown
    }

    /// The kind of media; text counts as audio of two channels, because it shares that key.
    package var kind: Kind
    /// The number of pixels of a picture: width times height.
    package var pixels: Int?
    /// The frame rate, in frames per second.
    package var framesPerSecond: Double?
    /// Indicates whether the transfer characteristics are of a high dynamic range (PQ, HLG).
    package var isHDR: Bool?
    /// Indicates whether the color gamut is wide.
    ///
    /// PQ and HLG have a wide gamut (BT.2100); for other media, playlists do not tell.
    package var isWideColorGamut: Bool?
    /// The number of audio channels.
    package var channels: Int?
    /// The average bit rate of the media, in bits per second.
    package var bitrate: Int?
    /// The names of the rendition: our name for it, its NAME and its GROUP-ID.
    package var labels: [String] = []

    /// Creates traits of which only the kind is known.
    package init(kind: Kind) { self.kind = kind }
}

extension KeySupplier {
    /// No rules: options select the keys.
    package var selection: (any KeySelection)? { nil }

    /// No key system is known in advance.
    package var signalledSystems: Set<UUID> { [] }
}
