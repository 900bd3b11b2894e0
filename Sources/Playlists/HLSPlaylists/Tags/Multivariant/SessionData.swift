/// `EXT-X-SESSION-DATA` (RFC 8216bis 4.4.6.4): data of any kind about the presentation.
package struct SessionData: Sendable {
    static let definition = TagDefinition(
        "EXT-X-SESSION-DATA",
        in: .multivariantPlaylist,
        section: "4.4.6.4",
        .attributes([
            .required("DATA-ID", .quotedString),
            .optional("VALUE", .quotedString),
            .optional("URI", .quotedString),
            .optional("FORMAT", .enumeratedString(Format.keywords)),
            .optional("LANGUAGE", .quotedString),
        ])
    )

    /// Values of `FORMAT`.
    package enum Format: String, Hashable, KeywordValue {
        /// JSON (RFC 8259); the default.
        case json = "JSON"
        /// Any bytes.
        case raw = "RAW"
    }

    /// The line of the tag.
    package let line: Int
    /// The identifier of the data.
    package let dataID: String
    /// The data, or nil if they are in a resource.
    package let value: String?
    /// The URI of a resource with the data, an opaque string with its variables replaced, or nil if the tag
    /// has the data.
    package let uri: String?
    /// The format of that resource; JSON if not written or unknown.
    package let format: Format
    /// The language tag of the value (RFC 5646).
    package let language: String?
    /// All attributes as written.
    package let attributes: AttributeList

    init(_ line: PlaylistLine, variables: VariableScope, _ log: inout ProblemLog) throws(PlaylistError) {
        let reader = try AttributeReader(line, of: .sessionData, variables: variables, &log)
        self.line = line.number
        self.dataID = try reader.requiredText("DATA-ID")
        self.value = reader.text("VALUE", &log)
        self.uri = try reader.list.quotedString("URI", substituting: variables)
        self.format = reader.word("FORMAT", as: Format.self, &log) ?? .json
        self.language = reader.text("LANGUAGE", &log)
        self.attributes = reader.list
    }
}
