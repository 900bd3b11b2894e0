/// `EXT-X-GAP` (RFC 8216bis 4.4.4.7): there is no media behind the URI of the next segment.
enum GapTag {
    static let definition = TagDefinition("EXT-X-GAP", in: .mediaSegment, section: "4.4.4.7", .none)
}
