/// `EXT-X-ENDLIST` (RFC 8216bis 4.4.3.4): no segment will be added; the tag may be anywhere.
enum EndListTag {
    static let definition = TagDefinition(
        "EXT-X-ENDLIST",
        in: .mediaPlaylist,
        once: true,
        section: "4.4.3.4",
        .none
    )
}
