import FoundationEssentials

/// A policy for repeating requests after transient failures: exponential backoff with jitter.
package struct HTTPRetryPolicy: Hashable, Sendable {
    /// The maximum number of requests, including the first.
    package var attempts = 6
    /// The maximum pause after the first failure; the maximum doubles with each further failure.
    package var firstPause = Duration.milliseconds(500)
    /// The upper limit of pauses, unless the server asks for a longer one.
    var longestPause = Duration.seconds(20)
    /// The maximum time for all requests and pauses.
    package var totalTime = Duration.seconds(120)

    /// Creates a policy that suits servers with many concurrent clients.
    package init() {}

    /// Returns the pause after a failure: random between half the maximum and the maximum, but at least as
    /// long as the server asks for.
    ///
    /// - Parameters:
    ///   - failure: the number of failed requests, from 1.
    ///   - requestedPause: the pause that the server's `Retry-After` asks for, or nil if there is none.
    ///   - elapsed: the time since the first request began.
    ///   - generator: the random number generator for the jitter.
    /// - Returns: the pause, or nil if no further request is to be made.
    func pause(
        after failure: Int,
        requestedPause: Duration?,
        elapsed: Duration,
        using generator: inout some RandomNumberGenerator
    ) -> Duration? {
        guard failure < attempts else { return nil }
        let maximumPause = min(longestPause, firstPause * (1 << min(failure - 1, 20)))
        let randomPause = maximumPause * Double.random(in: 0.5...1, using: &generator)
        let pause = max(randomPause, requestedPause ?? .zero)
        return elapsed + pause < totalTime ? pause : nil
    }

    /// Returns the pause that `Retry-After` (RFC 9110 section 10.2.3) asks for, in seconds or with a date.
    ///
    /// - Parameters:
    ///   - value: the value of the field.
    ///   - now: the current date.
    /// - Returns: the pause, or nil if the value is malformed.
    static func retryAfter(_ value: String, now: Date) -> Duration? {
        if !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return .seconds(Int(value).map { min($0, 1 << 30) } ?? 1 << 30)
        }
        guard let date = HTTPDate.date(of: value) else { return nil }
        return .seconds(max(0, min(date.timeIntervalSince(now), Double(1 << 30))))
    }
}

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
