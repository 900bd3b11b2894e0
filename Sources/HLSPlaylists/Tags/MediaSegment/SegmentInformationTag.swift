/// `EXTINF:<duration>,[<title>]` (RFC 8216bis 4.4.4.1): the duration of the next segment in decimal seconds.
///
/// A missing comma, which the RFC does not allow and many playlists have, is tolerated.
enum SegmentInformationTag {
    static let definition = TagDefinition("EXTINF", in: .mediaSegment, section: "4.4.4.1", .text)

    /// The exact duration that a line gives, and what it says to people; nil for nothing but blanks.
    ///
    /// - Throws: `PlaylistError` for a duration that is no number, or too long.
    static func parse(_ line: PlaylistLine) throws(PlaylistError) -> (duration: Duration, title: String?) {
        let value = line.value
        let comma = value.firstIndex(of: ASCII.comma) ?? value.endIndex
        guard let duration = DecimalDuration.parse(value[..<comma].trimmingBlanks()) else {
            throw line.invalidValue(of: .segmentInformation, expected: DecimalDuration.grammar)
        }
        let title = value[comma...].dropFirst().trimmingBlanks()
        return (duration, title.isEmpty ? nil : String(decoding: title, as: UTF8.self))
    }
}
