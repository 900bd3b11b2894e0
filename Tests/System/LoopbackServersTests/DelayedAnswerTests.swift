import Foundation
import Testing

@testable import LoopbackServers

/// Delayed answers.
struct DelayedAnswerTests {
    /// A delayed answer is dropped once its client has reset the connection.
    @Test func areForgottenWithTheirClients() throws {
        let site = LoopbackServerContext(LoopbackServer.Limits()) { _ in
            var response = LoopbackResponse(status: 200)
            response.delay = .seconds(3600)
            return response
        }
        let daemon = try RunningLoopbackServer(site)
        var clients: [RawClient] = try (0..<3).map { _ in try RawClient(port: daemon.port) }
        for client in clients { client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") }
        #expect(holds(3, site))
        clients.removeFirst().reset()
        #expect(holds(2, site))
        for client in clients { client.reset() }
        clients.removeAll()
        #expect(holds(0, site))
    }

    /// Returns true if the number of delayed answers becomes `count` within 20 seconds.
    private func holds(_ count: Int, _ site: LoopbackServerContext) -> Bool {
        let end = ContinuousClock.now + .seconds(20)
        while site.connections.delayedResponseCount != count {
            guard ContinuousClock.now < end else { return false }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return true
    }
}
