/// `EXT-X-RENDITION-REPORT` (RFC 8216bis 4.4.5.4): the last segment and part of another rendition.
package struct RenditionReport: Sendable {
    static let definition = TagDefinition(
        "EXT-X-RENDITION-REPORT",
        in: .mediaPlaylist,
        section: "4.4.5.4",
        .attributes([
            .required("URI", .quotedString),
            .optional("LAST-MSN", .decimalInteger),
            .optional("LAST-PART", .decimalInteger),
        ])
    )

    /// The line of the tag.
    package let line: Int
    /// The URI of the rendition's media playlist relative to this one, an opaque string with its variables
    /// replaced.
    package let uri: String
    /// The media sequence number of the last segment, or of the segment that the last part belongs to.
    ///
    /// Nil if not written, which means that it is the same as in this playlist.
    package let lastMediaSequence: UInt64?
    /// The index of the last part in that segment, from 0.
    ///
    /// Nil if there are no parts, or if it is the same as in this playlist.
    package let lastPart: UInt64?
    /// All attributes as written.
    let attributes: AttributeList

    init(_ line: PlaylistLine, variables: VariableScope, _ log: inout ProblemLog) throws(PlaylistError) {
        let reader = try AttributeReader(line, of: .renditionReport, variables: variables, &log)
        self.line = line.number
        self.uri = try reader.requiredText("URI")
        self.lastMediaSequence = reader.integer("LAST-MSN", &log)
        self.lastPart = reader.integer("LAST-PART", &log)
        self.attributes = reader.list
    }
}
