/// `EXT-X-I-FRAMES-ONLY` (RFC 8216bis 4.4.3.6): each segment is one I-frame, and its duration lasts until the
/// next.
enum IFramesOnlyTag {
    static let definition = TagDefinition(
        "EXT-X-I-FRAMES-ONLY",
        in: .mediaPlaylist,
        once: true,
        section: "4.4.3.6",
        since: 4,
        .none
    )
}
