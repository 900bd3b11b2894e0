/// `#EXTM3U` (RFC 8216bis 4.4.1.1): the first line of every playlist, which `PlaylistDocument` checks.
enum ExtM3UTag {
    static let definition = TagDefinition("EXTM3U", in: .anyPlaylist, once: true, section: "4.4.1.1", .none)
}
