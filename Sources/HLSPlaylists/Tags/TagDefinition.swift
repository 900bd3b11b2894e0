/// A row of the table of tags.
struct TagDefinition {
    /// Where a tag may stand (RFC 8216bis 4.4.2 to 4.4.6).
    enum Scope: Hashable, Sendable {
        /// In both kinds of playlist.
        case anyPlaylist
        /// Anywhere in a media playlist.
        case mediaPlaylist
        /// In a media playlist, about the segments that follow.
        case mediaSegment
        /// In a multivariant playlist.
        case multivariantPlaylist

        /// The only kind of playlist the tag may stand in.
        var kind: PlaylistKind? {
            switch self {
            case .anyPlaylist: nil
            case .mediaPlaylist, .mediaSegment: .media
            case .multivariantPlaylist: .multivariant
            }
        }
    }

    let name: String
    let scope: Scope
    /// At most one in a playlist.
    let isUnique: Bool

    init(_ name: String, in scope: Scope, once isUnique: Bool = false) {
        self.name = name
        self.scope = scope
        self.isUnique = isUnique
    }
}
