/// `EXT-X-INDEPENDENT-SEGMENTS` (RFC 8216bis 4.4.2.1): each segment can be decoded without the others.
///
/// In a multivariant playlist it applies to all of its media playlists.
enum IndependentSegmentsTag {
    static let definition = TagDefinition(
        "EXT-X-INDEPENDENT-SEGMENTS",
        in: .anyPlaylist,
        once: true,
        section: "4.4.2.1",
        .none
    )
}
