/// `EXT-X-SERVER-CONTROL` (RFC 8216bis 4.4.3.8): what the server can do for clients that ask.
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
    /// How far from the end segments may be skipped in a delta update; nil when it makes none.
    package let canSkipUntil: Duration?
    /// Whether a delta update may also skip date ranges.
    package let canSkipDateRanges: Bool
    /// The least distance from the end to play at; nil when not written, which means three target durations.
    package let holdBack: Duration?
    /// The least distance from the end to play at with partial segments.
    package let partHoldBack: Duration?
    /// Whether it can hold an answer until there is something new.
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
