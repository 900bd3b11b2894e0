import Foundation
import KeyServerFixtures
import Synchronization
import TestRandomness
import Testing

@testable import HTTPTransfers

/// A clock that advances only while sleeping.
private final class ManualClock: Sendable {
    let pauses = Mutex<[Duration]>([])

    var clock: HTTPTransfer.Clock {
        HTTPTransfer.Clock(
            now: { self.pauses.withLock { $0.reduce(.zero, +) } },
            sleep: { pause in self.pauses.withLock { $0.append(pause) } }
        )
    }

    var total: Duration { pauses.withLock { $0.reduce(.zero, +) } }
}

struct HTTPRetryPolicyTests {
    @Test func doublesThePauses() {
        var retries = HTTPRetryPolicy()
        retries.attempts = 10
        retries.firstPause = .seconds(1)
        retries.longestPause = .seconds(8)
        retries.totalTime = .seconds(1000)
        var generator = SeededGenerator(seed: 7)
        for (failure, most) in [(1, 1.0), (2, 2), (3, 4), (4, 8), (5, 8), (9, 8)] {
            for _ in 0..<100 {
                let pause = retries.pause(
                    after: failure,
                    requestedPause: nil,
                    elapsed: .zero,
                    using: &generator
                )
                #expect(pause.map { $0 >= .seconds(most / 2) && $0 <= .seconds(most) } == true)
            }
        }
        #expect(retries.pause(after: 10, requestedPause: nil, elapsed: .zero, using: &generator) == nil)
    }

    @Test func givesTheSamePausesForASeed() {
        func pauses() -> [Duration?] {
            var generator = SeededGenerator(seed: 42)
            return (1...5).map {
                HTTPRetryPolicy().pause(after: $0, requestedPause: nil, elapsed: .zero, using: &generator)
            }
        }
        #expect(pauses() == pauses())
        #expect(Set(pauses()).count == 5)
    }

    @Test func keepsToTheServersWishWithinLimits() {
        var generator = SeededGenerator(seed: 1)
        let retries = HTTPRetryPolicy()
        #expect(
            retries.pause(after: 1, requestedPause: .seconds(30), elapsed: .zero, using: &generator)
                == .seconds(30)
        )
        #expect(
            retries.pause(after: 1, requestedPause: .seconds(3600), elapsed: .zero, using: &generator) == nil
        )
        #expect(
            retries.pause(after: 1, requestedPause: nil, elapsed: .seconds(120), using: &generator) == nil
        )
    }

    @Test(arguments: [
        ("120", 120), ("0", 0), ("99999999999999999999", 1 << 30), ("-1", nil), ("", nil), ("soon", nil),
        // The example of RFC 9110 section 5.6.7: 784111777 seconds after the epoch, ten more than now.
        ("Sun, 06 Nov 1994 08:49:37 GMT", 10), ("Sun, 06 Nov 1994 08:49:00 GMT", 0),
        // Other forms than the only one that servers may send.
        ("Sun, 06 Nov 1994 08:49:37", nil), ("Sun, 06 Nov 1994 08:49:37 UTC", nil),
        ("06 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Foo 1994 08:49:37 GMT", nil),
        ("Foo, 06 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49 GMT", nil),
        // No such day, and no such hour.
        ("Mon, 31 Feb 2025 00:00:00 GMT", nil), ("Sun, 06 Nov 1994 24:49:37 GMT", nil),
    ])
    func readsRetryAfter(_ value: String, _ seconds: Int?) {
        let wish = HTTPRetryPolicy.retryAfter(value, now: Date(timeIntervalSince1970: 784_111_767))
        #expect(wish == seconds.map { .seconds($0) })
    }

    private func status(_ server: SPEKEServer, _ clock: ManualClock) throws(HTTPError) -> Int {
        var generator = SeededGenerator(seed: 3)
        let request = HTTPRequest(.post, try HTTPURL("http://127.0.0.1:\(server.port)/"))
        return try HTTPTransfer.perform(
            request,
            retries: HTTPRetryPolicy(),
            clock: clock.clock,
            using: &generator
        ).status
    }

    @Test(arguments: ["408", "429", "500", "502", "503", "504", "close", "close-early"])
    func asksAgain(_ mode: String) throws {
        let server = try SPEKEServer(mode, mode, "echo")
        #expect(try status(server, ManualClock()) == 200)
        #expect(try server.requests().count == 3)
    }

    @Test(arguments: ["400", "401", "403", "404", "422", "501", "redirect"])
    func doesNotAskAgain(_ mode: String) throws {
        let server = try SPEKEServer(mode, "echo")
        #expect(try status(server, ManualClock()) != 200)
        #expect(try server.requests().count == 1)
    }

    @Test func waitsAsLongAsTheServerWishes() throws {
        let server = try SPEKEServer("429:7", "echo")
        let clock = ManualClock()
        #expect(try status(server, clock) == 200)
        #expect(clock.total == .seconds(7))
    }

    @Test func givesUpInTheEnd() throws {
        let server = try SPEKEServer("503")
        #expect(try status(server, ManualClock()) == 503)
        #expect(try server.requests().count == HTTPRetryPolicy().attempts)
        let closing = try SPEKEServer("close")
        let error = #expect(throws: HTTPError.self) { try status(closing, ManualClock()) }
        if case .unreachable = error {} else { Issue.record("\(String(describing: error))") }
    }

    @Test func hearsACancellationWhileItWaits() throws {
        let server = try SPEKEServer("503")
        let request = HTTPRequest(.post, try HTTPURL("http://127.0.0.1:\(server.port)/"))
        let clock = ManualClock()
        var generator = SeededGenerator(seed: 3)
        let slept = clock
        #expect(throws: HTTPError.cancelled) {
            _ = try HTTPTransfer.perform(
                request,
                retries: HTTPRetryPolicy(),
                clock: clock.clock,
                using: &generator,
                isCancelled: { slept.total > .milliseconds(150) }
            )
        }
    }
}
