/// `EXT-X-CONTENT-STEERING` (RFC 8216bis 4.4.6.6): a server that tells clients which pathway to use.
package struct ContentSteering: Sendable {
    static let definition = TagDefinition(
        "EXT-X-CONTENT-STEERING",
        in: .multivariantPlaylist,
        once: true,
        section: "4.4.6.6",
        .attributes([
            .required("SERVER-URI", .quotedString),
            .optional("PATHWAY-ID", .quotedString),
        ])
    )

    /// The line of the tag.
    package let line: Int
    /// The URI of the steering manifest, an opaque string with its variables replaced.
    package let serverURI: String
    /// The pathway to use before a manifest is loaded, or nil if not written.
    package let pathwayID: String?
    /// All attributes as written.
    let attributes: AttributeList

    init(_ line: PlaylistLine, variables: VariableScope, _ log: inout ProblemLog) throws(PlaylistError) {
        let reader = try AttributeReader(line, of: .contentSteering, variables: variables, &log)
        self.line = line.number
        self.serverURI = try reader.requiredText("SERVER-URI")
        self.pathwayID = reader.text("PATHWAY-ID", &log)
        self.attributes = reader.list
    }
}
