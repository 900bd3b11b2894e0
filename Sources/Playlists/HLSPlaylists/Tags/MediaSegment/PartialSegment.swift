/// `EXT-X-PART` (RFC 8216bis 4.4.4.9): a part of a segment that clients can fetch before the whole, with everything that
/// applies to it.
package struct PartialSegment: Sendable {
    static let definition = TagDefinition(
        "EXT-X-PART",
        in: .mediaSegment,
        section: "4.4.4.9",
        .attributes([
            .required("URI", .quotedString),
            .required("DURATION", .decimalFloatingPoint, in: "seconds"),
            .optional("INDEPENDENT", .enumeratedString(Yes.keywords)),
            .optional("BYTERANGE", .quotedByteRange, in: "bytes"),
            .optional("GAP", .enumeratedString(Yes.keywords)),
        ])
    )

    /// The line of the tag.
    package let line: Int
    /// Where it is, an opaque string with its variables replaced.
    package let uri: String
    /// How long it is, exact to 18 decimals.
    package let duration: Duration
    /// Whether decoding can begin in it.
    package let isIndependent: Bool
    /// The part of the resource; an omitted offset is resolved; nil for the whole resource.
    package let byteRange: ByteRange?
    /// Whether the line gives the offset.
    package let byteRangeHasOffset: Bool
    /// Whether it is missing.
    package let hasGap: Bool
    /// The media sequence number of the segment that it is a part of.
    package let mediaSequence: UInt64
    /// Its place in that segment, from 0.
    package let partIndex: Int
    /// The sum of the durations of the segments before, and of the parts before it in its segment.
    package let start: Duration
    /// The `EXT-X-MAP` in force, as an index into `MediaPlaylist.initializationSections`.
    package let initializationSection: Int?
    /// The keys in force, as indices into `MediaPlaylist.keys`; empty when it is clear.
    package let keys: [Int]
    /// All attributes as written.
    package let attributes: AttributeList
}
