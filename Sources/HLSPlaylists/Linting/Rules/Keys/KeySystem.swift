/// The names of key systems that rules know.
enum KeySystem {
    /// FairPlay Streaming.
    static let fairPlay = "com.apple.streamingkeydelivery"

    /// How many keys of one segment are looked at, which bounds the work.
    static let maximumCount = 64
}

extension EncryptionKey {
    /// Whether it is of FairPlay Streaming.
    var isFairPlay: Bool { keyFormat == KeySystem.fairPlay }

    /// The versions of the key system; those of an absent attribute are those of `1`.
    var versions: String { keyFormatVersions ?? "1" }
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
