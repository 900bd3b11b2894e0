import Glibc

/// Waits between attempts, longer each time, until a time limit has passed.
///
/// The waits are randomized, so that many processes do not come back at once.
struct RetryBackoff {
    private static let longestPause: Duration = .seconds(2)

    private let limit: Duration
    private var deadline: ContinuousClock.Instant?
    private var pause: Duration = .milliseconds(25)

    /// Sets the time limit, which counts from the first failure.
    init(_ limit: Duration) {
        self.limit = limit
    }

    /// The time left, at least half a second.
    var remaining: Duration {
        max(.milliseconds(500), deadline.map { $0 - .now } ?? limit)
    }

    /// Waits and returns true; returns false at once when the limit has passed, or all waits are over.
    mutating func waitToRetry() -> Bool {
        let end = deadline ?? .now + limit
        deadline = end
        let timeLeft = end - .now
        guard timeLeft > .zero, !StoreWaits.areOver else { return false }
        let wait = min(timeLeft, pause * Double.random(in: 0.5...1.5))
        usleep(UInt32(max(0, wait / .microseconds(1))))
        pause = min(Self.longestPause, pause * 2)
        return true
    }
}
