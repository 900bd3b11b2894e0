import HLSPlaylists
import ProtectionTerms

extension EncryptionKey {
    /// The most keys of one segment that rules check, which limits the work.
    static let maximumPerSegment = 64

    /// Indicates whether the key is for FairPlay Streaming.
    var isFairPlay: Bool { keyFormat == Self.fairPlay }

    /// Indicates whether the key is for Widevine; the case of the UUID is ignored.
    var isWidevine: Bool { keyFormat.lowercased() == Self.widevine }

    /// Indicates whether the key is for PlayReady, by its name or by the SystemID of its `pssh` boxes.
    var isPlayReady: Bool {
        keyFormat == Self.playReady
            || keyFormat.lowercased() == KeySystem.playReady.urn
    }
}

extension LintedPresentation {
    /// Calls a closure with the playlist name and line of every key except `NONE`, session keys first.
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
