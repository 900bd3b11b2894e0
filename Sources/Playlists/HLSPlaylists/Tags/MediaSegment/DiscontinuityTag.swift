/// `EXT-X-DISCONTINUITY` (RFC 8216bis 4.4.4.3): format, tracks or timestamps change before the next segment.
///
/// It applies to the next segment and raises the discontinuity sequence number from there on.
enum DiscontinuityTag {
    static let definition = TagDefinition("EXT-X-DISCONTINUITY", in: .mediaSegment, section: "4.4.4.3", .none)
}
