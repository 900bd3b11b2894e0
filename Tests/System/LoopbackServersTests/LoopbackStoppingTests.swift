import Foundation
import LoopbackServers
import Synchronization
import Testing
import WipedMemory

/// Unresponsive or broken clients, and the end of servers.
struct LoopbackStoppingTests {
    /// The named text that a client sends.
    struct Sent: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String

        /// Indicates whether it is a complete request, which is answered.
        var isWhole: Bool { testDescription.hasPrefix("a request") }

        init(_ name: String, _ text: String) {
            testDescription = name
            self.text = text
        }
    }

    /// Texts after which a client stays silent.
    static let beginnings = [
        Sent("nothing", ""), Sent("a letter", "G"), Sent("half a head", "GET / HTTP/1.1\r\nHost: "),
        Sent("half a body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc"),
        // The connection stays open for another request.
        Sent("a request", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        // The answer fills the kernel's buffers, and is not read.
        Sent("a request of much", "GET /large HTTP/1.1\r\nHost: a\r\n\r\n"),
    ]

    private func server(silence: Duration = .seconds(60)) throws -> LoopbackServer {
        var limits = LoopbackServer.Limits()
        limits.silence = silence
        return try LoopbackServer(limits: limits) { request in
            let count = request.path == "/large" ? 12 << 20 : 0
            return LoopbackResponse(status: 200, body: SecretBytes(count: count) { _ in })
        }
    }

    /// The limit for an immediate stop.
    ///
    /// A stop takes some milliseconds, more on a machine that runs all tests at once, but never the minute
    /// after which silent clients are dropped.
    private static let atOnce = Duration.seconds(30)

    private func duration(of body: () -> Void) -> Duration { ContinuousClock().measure(body) }

    @Test(arguments: beginnings)
    func endsWhileAClientWaits(_ beginning: Sent) throws {
        let server = try server()
        let client = try RawClient(port: server.port)
        client.send(beginning.text)
        if beginning.isWhole { #expect(client.receive() != nil) }
        // The server accepts connections in order, so it has this one once it has answered the next.
        #expect(try Transfers.get(server).status == 200)
        #expect(duration(of: server.stop) < Self.atOnce)
        #expect(client.receiveAll() != nil)
        let error = #expect(throws: RawClientError.self) { _ = try RawClient(port: server.port) }
        #expect(error?.code == ECONNREFUSED)
        server.stop()
    }

    /// Requests are being refused at the moment when the server stops.
    @Test func endsWhileItRefusesRequests() throws {
        let refused = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n"
        for turn in 0..<60 {
            let server = try server()
            let clients = try (0..<8).map { _ in try RawClient(port: server.port) }
            let sender = Thread { for client in clients { client.send(refused) } }
            sender.start()
            usleep(UInt32(turn * 20))
            #expect(duration(of: server.stop) < Self.atOnce)
            for client in clients { #expect(client.receiveAll() != nil) }
        }
    }

    @Test func endsWhileATLSClientWaits() throws {
        let server = try LoopbackServer(identity: TestIdentity.server.identity) { _ in
            LoopbackResponse(status: 200)
        }
        let client = try RawClient(port: server.port)
        // A handshake record (RFC 8446 section 5.1) without its content.
        client.send("\u{16}\u{3}\u{1}\u{2}\u{0}")
        Thread.sleep(forTimeInterval: 0.1)
        #expect(duration(of: server.stop) < Self.atOnce)
        #expect(client.receiveAll() != nil)
    }

    /// A program that a handler started, and that outlives the server, keeps neither port nor connection.
    @Test func endsBeforeProgramsThatItsHandlersStarted() throws {
        let server = try LoopbackServer { _ in
            // The program must not be a child of this process: no one would wait for it, and exit tests then
            // look at the first child that has ended.
            if let shell = unsafe popen("sleep 8 >/dev/null 2>&1 &", "r") { unsafe pclose(shell) }
            return LoopbackResponse(status: 200)
        }
        let client = try RawClient(port: server.port)
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.receive() != nil)
        server.stop()
        #expect(client.receiveAll() != nil)
        let error = #expect(throws: RawClientError.self) { _ = try RawClient(port: server.port) }
        #expect(error?.code == ECONNREFUSED)
    }

    /// A program that starts just before a socket is marked as not to be inherited keeps neither port nor
    /// connection.
    @Test func endsBeforeProgramsThatInheritedItsSockets() throws {
        let server = try server()
        let client = try RawClient(port: server.port)
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.receive() != nil)
        let sockets = Sockets.boundTo(port: server.port)
        #expect(sockets.count == 2)
        for socket in sockets { #expect(fcntl(socket, F_SETFD, 0) == 0) }
        if let shell = unsafe popen("sleep 8 >/dev/null 2>&1 &", "r") { unsafe pclose(shell) }
        server.stop()
        #expect(client.receiveAll() != nil)
        let error = #expect(throws: RawClientError.self) { _ = try RawClient(port: server.port) }
        #expect(error?.code == ECONNREFUSED)
    }

    @Test func endsWithItsLastOwner() throws {
        var server: LoopbackServer? = try server()
        let port = try #require(server?.port)
        server = nil
        let error = #expect(throws: RawClientError.self) { _ = try RawClient(port: port) }
        #expect(error?.code == ECONNREFUSED)
    }

    @Test(arguments: beginnings.dropLast())
    func answersOthersAndGivesUpTheSilent(_ beginning: Sent) throws {
        let server = try server(silence: .seconds(1))
        let client = try RawClient(port: server.port)
        client.send(beginning.text)
        #expect(try Transfers.get(server).status == 200)
        // The client's own limit is five seconds.
        #expect(client.receiveAll() != nil)
    }

    /// Texts of broken clients.
    static let broken = [
        Sent("blank lines", "\r\n\r\n\r\n"), Sent("a method alone", "GET\r\n\r\n"),
        Sent("no target", "GET \r\n\r\n"),
        Sent("no host", "GET / HTTP/1.1\r\n\r\n"), Sent("no text", "\u{0}\u{0}\u{FF}\r\n\r\n"),
        Sent("blanks in the target", "GET / a b HTTP/1.1\r\nHost: a\r\n\r\n"),
        Sent("another version", "GET / HTTP/9.9\r\nHost: a\r\n\r\n"),
        Sent("TLS", "\u{16}\u{3}\u{1}\u{2}\u{0}"),
        Sent("a negative length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n"),
        Sent("half a body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab"),
        Sent("bad chunks", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
        Sent(
            "a long target",
            "GET /" + String(repeating: "a", count: 100_000) + " HTTP/1.1\r\nHost: a\r\n\r\n"
        ),
        Sent(
            "many arguments",
            "GET /?" + String(repeating: "a&", count: 20_000) + " HTTP/1.1\r\nHost: a\r\n\r\n"
        ),
        Sent(
            "many fields",
            "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "A: b\r\n", count: 20_000) + "\r\n"
        ),
    ]

    @Test(arguments: broken, [false, true])
    func survivesBrokenClients(_ sent: Sent, _ isReset: Bool) throws {
        let server = try server()
        do {
            let client = try RawClient(port: server.port)
            client.send(sent.text)
            if isReset { client.reset() }
        }
        #expect(try Transfers.get(server).status == 200)
        #expect(duration(of: server.stop) < Self.atOnce)
    }

    /// The handler's objects are freed with the server, whatever clients did.
    ///
    /// Each connection and request owns the handler, so none is left.
    @Test(arguments: broken + beginnings)
    func leavesNothingBehind(_ sent: Sent) throws {
        final class Owned: Sendable {}
        weak var seen: Owned?
        try {
            let owned = Owned()
            seen = owned
            let server = try LoopbackServer { _ in
                withExtendedLifetime(owned) { LoopbackResponse(status: 200) }
            }
            let client = try RawClient(port: server.port)
            client.send(sent.text)
            #expect(try Transfers.get(server).status == 200)
        }()
        #expect(seen == nil)
    }
}
