/// `EXT-X-PART-INF` (RFC 8216bis 4.4.3.7): the properties of all partial segments; required if there are any.
package struct PartInformation: Sendable {
    static let definition = TagDefinition(
        "EXT-X-PART-INF",
        in: .mediaPlaylist,
        once: true,
        section: "4.4.3.7",
        .attributes([.required("PART-TARGET", .decimalFloatingPoint, in: "seconds")])
    )

    /// The line of the tag.
    let line: Int
    /// The longest duration that a partial segment may have.
    package let partTarget: Duration
    /// All attributes as written.
    let attributes: AttributeList

    init(
        _ line: PlaylistLine,
        variables: VariableScope,
        _ log: inout ProblemLog
    ) throws(PlaylistError) {
        let attributes = try line.attributes(&log)
        let target = try attributes.decimalSeconds("PART-TARGET")
        self.line = line.number
        self.partTarget = try attributes.require("PART-TARGET", of: .partInformation, target)
        self.attributes = attributes
    }
}
