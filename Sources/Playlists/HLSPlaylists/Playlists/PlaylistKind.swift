/// The two kinds of playlist (RFC 8216bis 4.1).
package enum PlaylistKind: String, Hashable, Sendable {
    /// It lists segments.
    case media
    /// It lists media playlists.
    case multivariant

    /// Tells which kind a playlist is from the tags that only one kind may have.
    ///
    /// - Throws: `PlaylistError` when there are tags of both kinds or of neither.
    package static func detect(_ document: PlaylistDocument) throws(PlaylistError) -> PlaylistKind {
        var found: PlaylistKind?
        for line in document.lines {
            guard case .tag(let tag) = line.kind, !TagSet.any.contains(tag) else { continue }
            let kind = TagSet.media.contains(tag) ? PlaylistKind.media : .multivariant
            guard found ?? kind == kind else {
                throw PlaylistError(line: line.number, .tag(.foreign(tag, in: found ?? kind)))
            }
            found = kind
        }
        guard let found else { throw PlaylistError(line: 1, .tag(.unknownKind)) }
        return found
    }

    /// Tells which kind a playlist with tags of both kinds most likely is.
    ///
    /// - Parameter document: the playlist as parsed.
    /// - Returns: the kind of the first tag that brings URIs along, else of the first tag that only one kind may have;
    ///   nil when there is none.
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
