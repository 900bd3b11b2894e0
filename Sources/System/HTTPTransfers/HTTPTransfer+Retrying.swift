import FoundationEssentials
import Glibc

extension HTTPTransfer {
    /// The clock of retries, which tests can replace.
    package struct Clock: Sendable {
        /// Returns the time since an arbitrary start.
        var now: @Sendable () -> Duration
        /// Waits for the given time.
        var sleep: @Sendable (Duration) -> Void

        /// The clock of the system, which continues while the system is suspended.
        package static let system: Clock = {
            let start = ContinuousClock.now
            return Clock(
                now: { ContinuousClock.now - start },
                sleep: { usleep(UInt32(max(0, $0 / .microseconds(1)))) }
            )
        }()

        /// Creates a clock from its functions.
        init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) -> Void) {
            self.now = now
            self.sleep = sleep
        }
    }

    /// Performs a request, and repeats it after transient failures: no connection, a timeout, or status 408,
    /// 429, 500, 502, 503 or 504.
    ///
    /// The last response is returned whatever its status. The request must be safe to repeat.
    package static func perform(
        _ request: HTTPRequest,
        retries: HTTPRetryPolicy,
        clock: Clock = .system,
        using generator: inout some RandomNumberGenerator,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(HTTPError) -> HTTPResponse {
        let start = clock.now()
        var request = request
        let limit = request.limits.totalTime
        var failureCount = 0
        while true {
            request.limits.totalTime = max(
                .milliseconds(1),
                min(limit, retries.totalTime - (clock.now() - start))
            )
            let outcome = try attempt(request, isCancelled)
            failureCount += 1
            guard outcome.isTransient,
                let pause = retries.pause(
                    after: failureCount,
                    requestedPause: outcome.requestedPause,
                    elapsed: clock.now() - start,
                    using: &generator
                )
            else { return try outcome.response() }
            try wait(pause, clock, isCancelled)
        }
    }

    private enum Outcome: ~Copyable {
        case response(HTTPResponse)
        case unreachable(String)

        var isTransient: Bool {
            switch self {
            case .response(let response): response.isTransient
            case .unreachable: true
            }
        }

        var requestedPause: Duration? {
            switch self {
            case .response(let response):
                response.headers["retry-after"].flatMap { HTTPRetryPolicy.retryAfter($0, now: Date()) }
            case .unreachable: nil
            }
        }

        consuming func response() throws(HTTPError) -> HTTPResponse {
            switch consume self {
            case .response(let response): return response
            case .unreachable(let reason): throw .unreachable(reason)
            }
        }
    }

    private static func attempt(
        _ request: HTTPRequest,
        _ isCancelled: @escaping @Sendable () -> Bool
    ) throws(HTTPError) -> Outcome {
        do {
            return .response(try perform(request, isCancelled: isCancelled))
        } catch {
            guard case .unreachable(let reason) = error else { throw error }
            return .unreachable(reason)
        }
    }

    /// Sleeps in short intervals, to notice a cancellation.
    private static func wait(
        _ pause: Duration,
        _ clock: Clock,
        _ isCancelled: @Sendable () -> Bool
    ) throws(HTTPError) {
        let end = clock.now() + pause
        while true {
            guard !isCancelled() else { throw .cancelled }
            let timeLeft = end - clock.now()
            guard timeLeft > .zero else { return }
            clock.sleep(min(timeLeft, .milliseconds(100)))
        }
    }
}
