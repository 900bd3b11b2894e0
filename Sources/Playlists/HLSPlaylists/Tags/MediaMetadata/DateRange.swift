/// `EXT-X-DATERANGE` (RFC 8216bis 4.4.5.1): attributes of a range of time.
///
/// Several tags with one `ID` describe one range; each of them is a separate `DateRange`.
package struct DateRange: Sendable {
    static let definition = TagDefinition(
        "EXT-X-DATERANGE",
        in: .mediaPlaylist,
        section: "4.4.5.1",
        .attributes([
            .required("ID", .quotedString),
            .optional("CLASS", .quotedString),
            .optional("START-DATE", .quotedDate),
            .optional("CUE", .quotedEnumeratedStrings(Cue.keywords)),
            .optional("END-DATE", .quotedDate),
            .optional("DURATION", .decimalFloatingPoint, in: "seconds"),
            .optional("PLANNED-DURATION", .decimalFloatingPoint, in: "seconds"),
            .optional("SCTE35-CMD", .hexadecimalSequence),
            .optional("SCTE35-OUT", .hexadecimalSequence),
            .optional("SCTE35-IN", .hexadecimalSequence),
            .optional("END-ON-NEXT", .enumeratedString(Yes.keywords)),
        ])
    )

    /// The time at which the action of the range is triggered.
    package enum Cue: String, Hashable, KeywordValue {
        /// Before playback of the primary content.
        case before = "PRE"
        /// After the end of the primary content.
        case after = "POST"
        /// Once only.
        case once = "ONCE"
    }

    /// The line of the tag.
    package let line: Int
    /// The identifier of the range.
    package let id: String
    /// The class, which defines the meaning of the attributes.
    package let rangeClass: String?
    /// The start; required except in further tags with the same `ID`.
    package let startDate: DateTime?
    /// The known trigger identifiers.
    package let cues: [Cue]
    /// The end.
    package let endDate: DateTime?
    /// The duration.
    package let duration: Duration?
    /// The expected duration.
    package let plannedDuration: Duration?
    /// A splice_info_section of SCTE 35 that is neither the start nor the end of a break.
    package let scte35Command: [UInt8]?
    /// The splice_info_section that starts a break.
    package let scte35Out: [UInt8]?
    /// The splice_info_section that ends a break.
    package let scte35In: [UInt8]?
    /// Indicates whether the range ends where the next range of its class begins.
    package let endsOnNext: Bool
    /// All attributes as written, including those with the prefix `X-`.
    package let attributes: AttributeList

    init(_ line: PlaylistLine, variables: VariableScope, _ log: inout ProblemLog) throws(PlaylistError) {
        let reader = try AttributeReader(line, of: .dateRange, variables: variables, &log)
        self.line = line.number
        self.id = try reader.requiredText("ID")
        self.rangeClass = reader.text("CLASS", &log)
        self.startDate = reader.date("START-DATE", &log)
        let cues = reader.texts("CUE", separatedBy: ",", &log)
        self.cues = cues.compactMap(Cue.init)
        if self.cues.count < cues.count { log.log(reader.list.invalid("CUE", expected: Cue.grammar)) }
        self.endDate = reader.date("END-DATE", &log)
        self.duration = reader.seconds("DURATION", &log)
        self.plannedDuration = reader.seconds("PLANNED-DURATION", &log)
        self.scte35Command = reader.bytes("SCTE35-CMD", &log)
        self.scte35Out = reader.bytes("SCTE35-OUT", &log)
        self.scte35In = reader.bytes("SCTE35-IN", &log)
        self.endsOnNext = reader.isYes("END-ON-NEXT", &log)
        self.attributes = reader.list
    }
}
