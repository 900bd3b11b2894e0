/// `EXT-X-START` (RFC 8216bis 4.4.2.2): the preferred point at which playback starts.
package struct PlaylistStart: Sendable {
    static let definition = TagDefinition(
        "EXT-X-START",
        in: .anyPlaylist,
        once: true,
        section: "4.4.2.2",
        .attributes([
            .required("TIME-OFFSET", .signedDecimalFloatingPoint, in: "seconds"),
            .optional("PRECISE", .enumeratedString(YesOrNo.keywords)),
        ])
    )

    /// The line of the tag.
    package let line: Int
    /// The time from the start of the playlist, or from its end if negative.
    package let timeOffset: Duration
    /// Indicates whether clients leave out the samples of the segment before that time.
    package let isPrecise: Bool
    /// All attributes as written.
    let attributes: AttributeList

    init(_ line: PlaylistLine, variables: VariableScope, _ log: inout ProblemLog) throws(PlaylistError) {
        let reader = try AttributeReader(line, of: .start, variables: variables, &log)
        let offset = try reader.list.signedDecimalSeconds("TIME-OFFSET")
        self.line = line.number
        self.timeOffset = try reader.list.require("TIME-OFFSET", of: .start, offset)
        self.isPrecise = reader.isYes("PRECISE", orNo: true, &log)
        self.attributes = reader.list
    }
}
