/// `EXT-X-DISCONTINUITY-SEQUENCE:<number>` (RFC 8216bis 4.4.3.3): the discontinuity sequence number of the
/// first segment; 0 if absent.
///
/// It precedes the first segment and any `EXT-X-DISCONTINUITY`.
enum DiscontinuitySequenceTag {
    static let definition = TagDefinition(
        "EXT-X-DISCONTINUITY-SEQUENCE",
        in: .mediaPlaylist,
        once: true,
        section: "4.4.3.3",
        .text
    )
}
