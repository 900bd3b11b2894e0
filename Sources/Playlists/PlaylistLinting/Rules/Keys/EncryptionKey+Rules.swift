import HLSPlaylists
import ProtectionTerms

extension EncryptionKey {
    /// How many keys of one segment rules look at, which bounds the work.
    static let maximumOfSegment = 64

    /// Whether it is of FairPlay Streaming.
    var isFairPlay: Bool { keyFormat == Self.fairPlay }

    /// Whether it is of Widevine; a UUID is the same in either case.
    var isWidevine: Bool { keyFormat.lowercased() == Self.widevine }

    /// Whether it is of PlayReady, by its name or by the SystemID of its `pssh` boxes.
    var isPlayReady: Bool {
        keyFormat == Self.playReady
            || keyFormat.lowercased() == KeySystem.playReady.urn
    }
}

extension LintedPresentation {
    /// Every key of every playlist with the name of the playlist and the line, session keys first.
    func forEachKey(_ body: (String, Located<EncryptionKey>) -> Void) {
        for key in multivariant?.playlist.sessionKeys ?? [] {
            body(multivariant?.name ?? "", key)
        }
        for media in media {
            for key in media.playlist.keys where key.method != .none {
                body(media.name, key)
            }
        }
    }
}
