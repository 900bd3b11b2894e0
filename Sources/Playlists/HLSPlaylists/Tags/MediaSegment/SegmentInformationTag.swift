/// `EXTINF:<duration>,[<title>]` (RFC 8216bis 4.4.4.1): the duration of the next segment in decimal seconds.
///
/// A missing comma, which the RFC does not allow and many playlists have, is tolerated.
enum SegmentInformationTag {
    static let definition = TagDefinition("EXTINF", in: .mediaSegment, section: "4.4.4.1", .text)

    /// Returns the exact duration and the title in a line; the title is nil if it is blank.
    ///
    /// - Throws: `PlaylistError` for a duration that is not a number, or is too long.
    static func parse(_ line: PlaylistLine) throws(PlaylistError) -> (duration: Duration, title: String?) {
        var comma = 0
        if let duration = plainDuration(line.content.span, comma: &comma) {
            return (duration, title(line.content.dropFirst(comma + 1)))
        }
        let value = line.value
        let durationText = value.prefix { $0 != ASCII.comma }
        guard let duration = DecimalDuration.parse(durationText.trimmingBlanks()) else {
            throw line.invalidValue(of: .segmentInformation, expected: DecimalDuration.grammar)
        }
        return (duration, title(value[durationText.endIndex...].dropFirst()))
    }

    private static func title(_ text: ArraySlice<UInt8>) -> String? {
        guard !text.isEmpty else { return nil }
        let title = text.trimmingBlanks()
        return title.isEmpty ? nil : String(decoding: title, as: UTF8.self)
    }

    /// Returns the duration of a line in the usual form `#EXTINF:5.994667,`: few digits and no blanks.
    ///
    /// Such lines are half of most playlists, and this reads them without a slice.
    ///
    /// - Parameters:
    ///   - content: the whole line.
    ///   - comma: set to the offset of the comma.
    /// - Returns: the duration, or nil for other forms.
    private static func plainDuration(_ content: Span<UInt8>, comma: inout Int) -> Duration? {
        guard content.count > valueStart, content[valueStart - 1] == ASCII.colon else { return nil }
        var position = valueStart
        var seconds: UInt64 = 0
        while position < content.count, position - valueStart < 9, let digit = ASCII.digit(content[position])
        {
            seconds = seconds * 10 + digit
            position += 1
        }
        guard position > valueStart else { return nil }
        var attoseconds: UInt64 = 0
        if position < content.count, content[position] == ASCII.point {
            position += 1
            var unit: UInt64 = 1_000_000_000_000_000_000
            while position < content.count, unit > 1, let digit = ASCII.digit(content[position]) {
                unit /= 10
                attoseconds += digit * unit
                position += 1
            }
        }
        guard position < content.count, content[position] == ASCII.comma else { return nil }
        comma = position
        return Duration(
            secondsComponent: Int64(seconds),
            attosecondsComponent: Int64(attoseconds)
        )
    }

    /// The offset of the value after `#EXTINF:`.
    private static let valueStart = 8
}
