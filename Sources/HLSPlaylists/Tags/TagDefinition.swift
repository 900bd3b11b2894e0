/// A row of the table of tags.
package struct TagDefinition: Sendable {
    /// Where a tag may stand (RFC 8216bis 4.4.2 to 4.4.6).
    package enum Scope: Hashable, Sendable {
        /// In both kinds of playlist.
        case anyPlaylist
        /// Anywhere in a media playlist.
        case mediaPlaylist
        /// In a media playlist, about the segments that follow.
        case mediaSegment
        /// In a multivariant playlist.
        case multivariantPlaylist

        /// The only kind of playlist the tag may stand in.
        package var kind: PlaylistKind? {
            switch self {
            case .anyPlaylist: nil
            case .mediaPlaylist, .mediaSegment: .media
            case .multivariantPlaylist: .multivariant
            }
        }
    }

    /// What follows the colon.
    package enum Value: Hashable, Sendable {
        /// Nothing; there is no colon.
        case none
        /// A number, a word or another text that the file of the tag reads.
        case text
        /// An attribute list (RFC 8216bis 4.2).
        case attributes([AttributeDefinition])
    }

    /// Its name, without the number sign.
    package let name: String
    /// Where it may stand.
    package let scope: Scope
    /// Whether there may be but one in a playlist.
    package let isUnique: Bool
    /// The section of RFC 8216bis that defines it.
    package let section: String
    /// What follows the colon.
    package let value: Value

    init(
        _ name: String,
        in scope: Scope,
        once isUnique: Bool = false,
        section: String = "4.4",
        _ value: Value = .text
    ) {
        self.name = name
        self.scope = scope
        self.isUnique = isUnique
        self.section = section
        self.value = value
    }
}
