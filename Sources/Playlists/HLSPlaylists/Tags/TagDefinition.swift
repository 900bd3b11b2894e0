/// The definition of a tag in RFC 8216bis; the file of each tag has its own.
package struct TagDefinition: Sendable {
    /// The playlists in which a tag may occur (RFC 8216bis 4.4.2 to 4.4.6).
    package enum Scope: Hashable, Sendable {
        /// Both kinds of playlist.
        case anyPlaylist
        /// Media playlists, anywhere.
        case mediaPlaylist
        /// Media playlists, before the segments that the tag describes.
        case mediaSegment
        /// Multivariant playlists.
        case multivariantPlaylist

        /// The only kind of playlist in which the tag may occur, or nil for both kinds.
        package var kind: PlaylistKind? {
            switch self {
            case .anyPlaylist: nil
            case .mediaPlaylist, .mediaSegment: .media
            case .multivariantPlaylist: .multivariant
            }
        }
    }

    /// The form of the text after the colon.
    package enum Value: Hashable, Sendable {
        /// Nothing; there is no colon.
        case none
        /// A number, a word or another text that the file of the tag reads.
        case text
        /// An attribute list (RFC 8216bis 4.2).
        case attributes([AttributeDefinition])
    }

    /// The name of the tag, without the number sign.
    package let name: String
    /// The playlists in which the tag may occur.
    package let scope: Scope
    /// Indicates whether the tag may occur only once in a playlist.
    package let isUnique: Bool
    /// The section of RFC 8216bis that defines it.
    package let section: String
    /// The lowest `EXT-X-VERSION` that has the tag (RFC 8216bis 8); 1 if none is named.
    let version: Int
    /// The form of the text after the colon.
    package let value: Value

    /// The attributes of the tag; empty if it has no attribute list.
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
