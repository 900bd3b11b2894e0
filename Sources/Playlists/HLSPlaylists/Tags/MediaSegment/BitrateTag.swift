/// `EXT-X-BITRATE:<rate>` (RFC 8216bis 4.4.4.8): the bitrate of the segments up to the next such tag, in
/// kbit/s.
///
/// It does not apply to segments with an `EXT-X-BYTERANGE`.
enum BitrateTag {
    static let definition = TagDefinition("EXT-X-BITRATE", in: .mediaSegment, section: "4.4.4.8", .text)
}
