/// `EXT-X-PRELOAD-HINT` (RFC 8216bis 4.4.5.3): a resource that clients will need and may request before it
/// exists.
package struct PreloadHint: Sendable {
    static let definition = TagDefinition(
        "EXT-X-PRELOAD-HINT",
        in: .mediaPlaylist,
        section: "4.4.5.3",
        .attributes([
            .required("TYPE", .enumeratedString(Resource.keywords)),
            .required("URI", .quotedString),
            .optional("BYTERANGE-START", .decimalInteger, in: "bytes"),
            .optional("BYTERANGE-LENGTH", .decimalInteger, in: "bytes"),
        ])
    )

    /// Values of `TYPE`.
    package enum Resource: String, Hashable, KeywordValue {
        /// A partial segment.
        case part = "PART"
        /// A media initialization section.
        case map = "MAP"
    }

    /// The line of the tag.
    package let line: Int
    /// The type of the resource.
    package let type: Resource
    /// The URI of the resource, an opaque string with its variables replaced.
    package let uri: String
    /// The offset of the first byte in the resource.
    package let byteRangeStart: UInt64
    /// The number of bytes, or nil if the hint extends to the end of the resource.
    package let byteRangeLength: UInt64?
    /// All attributes as written.
    let attributes: AttributeList

    init(_ line: PlaylistLine, variables: VariableScope, _ log: inout ProblemLog) throws(PlaylistError) {
        let reader = try AttributeReader(line, of: .preloadHint, variables: variables, &log)
        let type = try reader.list.keyword("TYPE", as: Resource.self)
        self.line = line.number
        self.type = try reader.list.require("TYPE", of: .preloadHint, type)
        self.uri = try reader.requiredText("URI")
        self.byteRangeStart = reader.integer("BYTERANGE-START", &log) ?? 0
        self.byteRangeLength = reader.integer("BYTERANGE-LENGTH", &log)
        self.attributes = reader.list
    }
}
