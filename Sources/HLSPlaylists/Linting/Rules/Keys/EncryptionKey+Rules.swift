extension EncryptionKey {
    /// How many keys of one segment rules look at, which bounds the work.
    static let maximumOfSegment = 64

    /// Whether it is of FairPlay Streaming.
    var isFairPlay: Bool { keyFormat == Self.fairPlay }
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
