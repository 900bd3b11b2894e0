/// `EXT-X-SERVER-CONTROL` (RFC 8216bis 4.4.3.8): the delivery features of the server.
package struct ServerControl: Sendable {
    static let definition = TagDefinition(
        "EXT-X-SERVER-CONTROL",
        in: .mediaPlaylist,
        once: true,
        section: "4.4.3.8",
        .attributes([
            .optional("CAN-SKIP-UNTIL", .decimalFloatingPoint, in: "seconds"),
            .optional("CAN-SKIP-DATERANGES", .enumeratedString(Yes.keywords)),
            .optional("HOLD-BACK", .decimalFloatingPoint, in: "seconds"),
            .optional("PART-HOLD-BACK", .decimalFloatingPoint, in: "seconds"),
            .optional("CAN-BLOCK-RELOAD", .enumeratedString(Yes.keywords)),
        ])
    )

    /// The line of the tag.
    package let line: Int
    /// The distance from the end beyond which a delta update may skip segments, or nil if the server makes no
    /// such updates.
    package let canSkipUntil: Duration?
    /// Indicates whether a delta update may also skip date ranges.
    package let canSkipDateRanges: Bool
    /// The least distance from the end at which to play, or nil if not written, which means three target
    /// durations.
    package let holdBack: Duration?
    /// The least distance from the end at which to play with partial segments, or nil if not written.
    package let partHoldBack: Duration?
    /// Indicates whether the server can hold a response until there is new content.
    package let canBlockReload: Bool
    /// All attributes as written.
    package let attributes: AttributeList

    init(_ line: PlaylistLine, variables: VariableScope, _ log: inout ProblemLog) throws(PlaylistError) {
        let reader = try AttributeReader(line, of: .serverControl, variables: variables, &log)
        self.line = line.number
        self.canSkipUntil = reader.seconds("CAN-SKIP-UNTIL", &log)
        self.canSkipDateRanges = reader.isYes("CAN-SKIP-DATERANGES", &log)
        self.holdBack = reader.seconds("HOLD-BACK", &log)
        self.partHoldBack = reader.seconds("PART-HOLD-BACK", &log)
        self.canBlockReload = reader.isYes("CAN-BLOCK-RELOAD", &log)
        self.attributes = reader.list
    }
}
