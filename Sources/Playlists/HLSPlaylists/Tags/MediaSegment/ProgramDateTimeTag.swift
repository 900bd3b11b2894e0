/// `EXT-X-PROGRAM-DATE-TIME:<date-time>` (RFC 8216bis 4.4.4.6): the date and time of the first sample of the
/// next segment.
enum ProgramDateTimeTag {
    static let definition = TagDefinition(
        "EXT-X-PROGRAM-DATE-TIME",
        in: .mediaSegment,
        section: "4.4.4.6",
        .text
    )

    /// Returns the date in a line.
    ///
    /// - Throws: `PlaylistError` if it is malformed.
    static func date(_ line: PlaylistLine) throws(PlaylistError) -> DateTime {
        guard let date = DateTime(parsing: line.value.trimmingBlanks()) else {
            throw line.invalidValue(of: .programDateTime, expected: DateTime.grammar)
        }
        return date
    }
}
