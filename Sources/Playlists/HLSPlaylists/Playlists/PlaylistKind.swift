/// The two kinds of playlist (RFC 8216bis 4.1).
package enum PlaylistKind: String, Hashable, Sendable {
    /// A playlist of media segments.
    case media
    /// A playlist of media playlists.
    case multivariant

    /// Determines the kind of a playlist from the tags that only one kind may have.
    ///
    /// - Throws: `PlaylistError` if there are tags of both kinds or of neither.
    package static func detect(_ document: PlaylistDocument) throws(PlaylistError) -> PlaylistKind {
        var foundKind: PlaylistKind?
        for line in document.lines {
            guard case .tag(let tag) = line.kind, !TagSet.any.contains(tag) else { continue }
            let kind = TagSet.media.contains(tag) ? PlaylistKind.media : .multivariant
            guard foundKind ?? kind == kind else {
                throw PlaylistError(line: line.number, .tag(.wrongPlaylistKind(tag, in: foundKind ?? kind)))
            }
            foundKind = kind
        }
        guard let foundKind else { throw PlaylistError(line: 1, .tag(.unknownKind)) }
        return foundKind
    }

    /// Determines the most likely kind of a playlist that may have tags of both kinds.
    ///
    /// - Parameter document: the playlist as parsed.
    /// - Returns: the kind of the first tag that describes URIs (`EXTINF` or `EXT-X-STREAM-INF`), else of the
    ///   first tag that only one kind may have, or nil if there is none.
    package static func likely(_ document: PlaylistDocument) -> PlaylistKind? {
        var first: PlaylistKind?
        for line in document.lines {
            guard case .tag(let tag) = line.kind, let kind = tag.definition.scope.kind else { continue }
            if tag == .segmentInformation || tag == .streamInformation { return kind }
            first = first ?? kind
        }
        return first
    }
}
