/// What RFC 8216bis says of a tag; the file of the tag has it.
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
    /// The lowest `EXT-X-VERSION` that has it (RFC 8216bis 8); 1 where none is named.
    package let version: Int
    /// What follows the colon.
    package let value: Value

    /// The attributes of the tag; none for a tag without attribute list.
    package var attributes: [AttributeDefinition] {
        if case .attributes(let attributes) = value { attributes } else { [] }
    }

    init(
        _ name: String,
        in scope: Scope,
        once isUnique: Bool = false,
        section: String,
        since version: Int = 1,
        _ value: Value
    ) {
        self.name = name
        self.scope = scope
        self.isUnique = isUnique
        self.section = section
        self.version = version
        self.value = value
    }
}
