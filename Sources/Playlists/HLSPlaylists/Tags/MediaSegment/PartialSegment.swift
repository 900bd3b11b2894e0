/// `EXT-X-PART` (RFC 8216bis 4.4.4.9): a part of a segment that clients can fetch before the whole, with
/// everything that applies to it.
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
    /// The URI, an opaque string with its variables replaced.
    package let uri: String
    /// The duration, exact to 18 decimals of a second.
    package let duration: Duration
    /// Indicates whether decoding can begin in the part.
    package let isIndependent: Bool
    /// The byte range of the resource with its offset resolved, or nil for the whole resource.
    package let byteRange: ByteRange?
    /// Indicates whether the line has the offset of the byte range.
    package let byteRangeHasOffset: Bool
    /// Indicates whether the part is missing.
    package let hasGap: Bool
    /// The media sequence number of the segment that the part belongs to.
    package let mediaSequence: UInt64
    /// The index in that segment, from 0.
    package let partIndex: Int
    /// The sum of the durations of the previous segments, and of the previous parts in the same segment.
    package let start: Duration
    /// The `EXT-X-MAP` in force, as an index into `MediaPlaylist.initializationSections`, or nil if there is
    /// none.
    package let initializationSection: Int?
    /// The keys in force, as indices into `MediaPlaylist.keys`; empty if the part is clear.
    package let keys: [Int]
    /// All attributes as written.
    let attributes: AttributeList
}
