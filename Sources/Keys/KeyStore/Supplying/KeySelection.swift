package import FoundationEssentials

/// Says which key protects what, where that is not for options to say: the usage rules of a CPIX document.
package protocol KeySelection: Sendable {
    /// Whether keys are told apart by key periods.
    var hasPeriods: Bool { get }

    /// The track and period under which the store has the key of media in a key period.
    ///
    /// - Parameters:
    ///   - media: what is to be protected.
    ///   - period: the key period, from 0.
    /// - Returns: the track and the period of the key's identity.
    /// - Throws: why there is not exactly one key for them.
    func key(for media: MediaTraits, period: Int) throws(KeySelectionError) -> (track: String, period: Int)
}

/// Why there is not exactly one key for media.
package struct KeySelectionError: Error, Hashable, Sendable {
    /// In words.
    package let reason: String

    /// An error with its reason.
    package init(reason: String) { self.reason = reason }
}

/// What is known of a rendition by which keys are chosen; nil where nothing says it.
package struct MediaTraits: Hashable, Sendable {
    /// The kind of media.
    package enum Kind: String, Sendable {
        /// Pictures, or pictures and sound in one.
        case video
        /// Sound.
        case audio
        /// Neither is said.
        case unknown
    }

    /// The kind of media; text counts as sound of two channels, whose key it shares.
    package var kind: Kind
    /// Pixels of a picture: width times height.
    package var pixels: Int?
    /// Frames a second.
    package var framesPerSecond: Double?
    /// Whether its transfer characteristics are of a high dynamic range (PQ, HLG).
    package var isHDR: Bool?
    /// Whether its colours are of a wide gamut.
    ///
    /// PQ and HLG are (BT.2100); of others playlists do not say it.
    package var isWideColourGamut: Bool?
    /// Channels of its sound.
    package var channels: Int?
    /// Average bits a second of its media.
    package var bitrate: Int?
    /// What it is called: the rendition's name, its NAME and its GROUP-ID.
    package var labels: [String] = []

    /// Traits of which only the kind is known.
    package init(kind: Kind) { self.kind = kind }
}

extension KeySupplier {
    /// Which key protects what; nil where options say it.
    package var selection: (any KeySelection)? { nil }

    /// None is known before.
    package var signalledSystems: Set<UUID> { [] }
}
