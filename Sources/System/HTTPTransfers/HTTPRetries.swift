package import FoundationEssentials

/// How often and when a request that failed for the moment is made again: exponential backoff with jitter.
package struct HTTPRetries: Hashable, Sendable {
    /// Most requests altogether.
    package var attempts = 6
    /// Longest pause behind the first failure; each pause may be twice as long as the one before.
    package var firstPause = Duration.milliseconds(500)
    /// Longest pause that is not the server's wish.
    var longestPause = Duration.seconds(20)
    /// Longest time altogether, pauses and answers.
    package var total = Duration.seconds(120)

    /// Retries for a server that many ask at once.
    package init() {}

    /// The pause behind failure number `failure` (from 1): between half of what is allowed and all of it, at least as long
    /// as the server wishes.
    ///
    /// - Parameters:
    ///   - failure: how many requests failed, from 1.
    ///   - wish: what the server's `Retry-After` says, if anything.
    ///   - elapsed: how long it took until now.
    ///   - generator: where the jitter comes from.
    /// - Returns: nil where it is time to give up.
    package func pause(
        after failure: Int,
        wish: Duration?,
        elapsed: Duration,
        using generator: inout some RandomNumberGenerator
    ) -> Duration? {
        guard failure < attempts else { return nil }
        let allowed = min(longestPause, firstPause * (1 << min(failure - 1, 20)))
        let drawn = allowed * Double.random(in: 0.5...1, using: &generator)
        let pause = max(drawn, wish ?? .zero)
        return elapsed + pause < total ? pause : nil
    }

    /// What `Retry-After` (RFC 9110 section 10.2.3) asks for: seconds, or a date.
    package static func wish(of value: String, at now: Date) -> Duration? {
        if !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return .seconds(Int(value).map { min($0, 1 << 30) } ?? 1 << 30)
        }
        guard let date = HTTPDate.date(of: value) else { return nil }
        return .seconds(max(0, min(date.timeIntervalSince(now), Double(1 << 30))))
    }
}
