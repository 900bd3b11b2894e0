/// `EXT-X-GAP` (RFC 8216bis 4.4.4.7): the next segment is missing, and its URI is not to be loaded.
enum GapTag {
    static let definition = TagDefinition("EXT-X-GAP", in: .mediaSegment, section: "4.4.4.7", .none)
}
