import FoundationEssentials

/// Dates in header fields, in the form that senders have to generate: IMF-fixdate (RFC 9110 section 5.6.7).
enum HTTPDate {
    private static let days = ["Mon,", "Tue,", "Wed,", "Thu,", "Fri,", "Sat,", "Sun,"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Parses a date such as "Sun, 06 Nov 1994 08:49:37 GMT", or returns nil if the text is not one.
    static func date(of text: String) -> Date? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 6, days.contains(parts[0]), parts[5] == "GMT",
            let month = months.firstIndex(of: parts[2])
        else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        let text = "\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z"
        // Days and hours that do not exist would be normalized to the next month or day.
        guard let date = try? Date(text, strategy: .iso8601), date.ISO8601Format() == text else { return nil }
        return date
    }
}
