import Glibc

/// Waits between attempts, longer each time, until a time is over; each wait differs, so that many processes do not come
/// back at once.
struct Patience {
    private static let longest: Duration = .seconds(2)

    private let limit: Duration
    private var deadline: ContinuousClock.Instant?
    private var pause: Duration = .milliseconds(25)

    /// The time counts from the first failure on.
    init(_ limit: Duration) {
        self.limit = limit
    }

    /// How much of the time is left, at least half a second.
    var left: Duration {
        max(.milliseconds(500), deadline.map { $0 - .now } ?? limit)
    }

    /// Waits; false, at once, when the time is over.
    mutating func goesOn() -> Bool {
        let end = deadline ?? .now + limit
        deadline = end
        let left = end - .now
        guard left > .zero else { return false }
        let wait = min(left, pause * Double.random(in: 0.5...1.5))
        usleep(UInt32(max(0, wait / .microseconds(1))))
        pause = min(Self.longest, pause * 2)
        return true
    }
}
