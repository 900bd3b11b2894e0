/// `EXTINF:<duration>,[<title>]` (RFC 8216bis 4.4.4.1): the duration of the next segment in decimal seconds.
///
/// A missing comma, which the RFC does not allow and many playlists have, is tolerated.
enum SegmentInformationTag {
    static let definition = TagDefinition("EXTINF", in: .mediaSegment, section: "4.4.4.1", .text)

    /// The exact duration that a line gives.
    static func duration(_ line: PlaylistLine) throws(PlaylistError) -> Duration {
        let text = line.value.prefix { $0 != ASCII.comma }
        guard let duration = DecimalDuration.parse(text.trimmingBlanks()) else {
            throw line.invalidValue(of: .segmentInformation, expected: DecimalDuration.grammar)
        }
        return duration
    }
}
