/// `EXT-X-TARGETDURATION:<s>` (RFC 8216bis 4.4.3.1): whole seconds that no segment exceeds, once its duration is rounded to
/// the nearest integer.
///
/// Every media playlist has it, and it is at least 1.
enum TargetDurationTag {
    static let definition = TagDefinition(
        "EXT-X-TARGETDURATION",
        in: .mediaPlaylist,
        once: true,
        section: "4.4.3.1",
        .text
    )
}
