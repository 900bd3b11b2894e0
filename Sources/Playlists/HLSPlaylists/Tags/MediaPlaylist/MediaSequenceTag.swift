/// `EXT-X-MEDIA-SEQUENCE:<number>` (RFC 8216bis 4.4.3.2): the media sequence number of the first segment; 0
/// if absent.
///
/// It precedes the first segment.
enum MediaSequenceTag {
    static let definition = TagDefinition(
        "EXT-X-MEDIA-SEQUENCE",
        in: .mediaPlaylist,
        once: true,
        section: "4.4.3.2",
        .text
    )
}
