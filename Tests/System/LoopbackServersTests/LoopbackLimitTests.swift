import Foundation
import LoopbackServers
import Testing

/// Many clients, slow clients, and requests above the limits.
struct LoopbackLimitTests {
    private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let last = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    private func limits(
        _ connections: Int = 128,
        silence: Duration = .seconds(60),
        requestTime: Duration = .seconds(60)
    ) -> LoopbackServer.Limits {
        var limits = LoopbackServer.Limits()
        limits.connections = connections
        limits.silence = silence
        limits.requestTime = requestTime
        return limits
    }

    private func status(_ client: RawClient) -> Int? { client.receiveAll().flatMap { RawAnswer($0).status } }

    // MARK: Many clients

    @Test(arguments: [Duration.zero, .milliseconds(500)])
    func aThousandAreAnsweredAtOnce(_ delay: Duration) throws {
        let server = try LoopbackServer(limits: limits(1000)) { _ in
            var response = LoopbackResponse(status: 200)
            response.delay = delay
            return response
        }
        let clients = try (0..<1000).map { _ in try RawClient(port: server.port) }
        for client in clients { client.send(Self.last) }
        #expect(clients.count { status($0) == 200 } == 1000)
    }

    @Test func moreThanAreAllowedWait() throws {
        let server = try LoopbackServer(limits: limits(2)) { _ in LoopbackResponse(status: 200) }
        var first = [try RawClient(port: server.port), try RawClient(port: server.port)]
        for client in first {
            client.send(Self.request)
            #expect(client.receive() != nil)
        }
        let third = try RawClient(port: server.port)
        third.send(Self.last)
        #expect(!third.hasBytes(within: 0.3))
        withExtendedLifetime(first) {}
        first = []
        #expect(status(third) == 200)
    }

    @Test func allOfManyHaveTheirTurn() throws {
        let server = try LoopbackServer(limits: limits(3)) { _ in LoopbackResponse(status: 200) }
        let statuses = LockedList<Int?>()
        Clients.run(60) { _ in
            statuses.append((try? RawClient.answer(to: Self.last, port: server.port))?.status)
        }
        #expect(statuses.all == Array(repeating: 200, count: 60))
    }

    @Test func slowHandlersHoldUpNobody() throws {
        let server = try LoopbackServer { request in
            if request.path == "/slow" { sleep(2) }
            return LoopbackResponse(status: 200)
        }
        let slow = try (0..<60).map { _ in try RawClient(port: server.port) }
        for client in slow { client.send("GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n") }
        #expect(try RawClient.answer(to: Self.last, port: server.port).status == 200)
        #expect(slow.count { status($0) == 200 } == 60)
    }

    // MARK: Slow clients

    /// The beginning of a request, and the bytes that follow every tenth of a second without end.
    @Test(arguments: [
        ("GET / HTTP/1.1\r\nA: ", "a"), ("", "\r\n"), ("GET /", "a"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n", "a"),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n"),
    ])
    func thoseWhoTrickleAreClosed(_ beginning: String, _ part: String) throws {
        let limits = limits(silence: .seconds(120), requestTime: .seconds(1))
        let server = try LoopbackServer(limits: limits) { _ in LoopbackResponse(status: 200) }
        let client = try RawClient(port: server.port)
        client.send(beginning)
        let bytes = Array(part.utf8)
        let end = ContinuousClock.now + .seconds(90)
        while ContinuousClock.now < end, client.send(bytes) { usleep(100_000) }
        #expect(ContinuousClock.now < end)
    }

    /// The time limit of a request does not include its answer, and is not that of the whole connection.
    @Test func thoseWhoAskAgainAreKept() throws {
        let limits = limits(silence: .seconds(60), requestTime: .seconds(2))
        let server = try LoopbackServer(limits: limits) { _ in
            var response = LoopbackResponse(status: 200, body: Array("x".utf8))
            response.delay = .milliseconds(2200)
            return response
        }
        let client = try RawClient(port: server.port)
        for _ in 0..<2 {
            client.send(Self.request)
            while let byte = client.receive(), byte != UInt8(ascii: "x") {}
            usleep(300_000)
        }
        client.send(Self.last)
        #expect(status(client) == 200)
    }

    @Test func thoseWhoDoNotTakeTheirAnswerAreClosed() throws {
        let zeros = unsafe open("/dev/zero", O_RDONLY)
        defer { close(zeros) }
        let server = try LoopbackServer(limits: limits(silence: .seconds(1))) { _ in
            LoopbackResponse(status: 200, file: LoopbackFile(descriptor: dup(zeros), count: 1 << 40))
        }
        let client = try RawClient(port: server.port)
        client.send(Self.last)
        for _ in 0..<30 {
            _ = client.receive()
            usleep(100_000)
        }
        #expect(client.receiveAll() != nil)
    }

    // MARK: Delayed answers

    @Test func answersAreHeldBack() throws {
        let server = try LoopbackServer { _ in
            var response = LoopbackResponse(status: 200, body: Array("x".utf8))
            response.delay = .milliseconds(600)
            return response
        }
        let took = try ContinuousClock().measure { _ = try Transfers.get(server) }
        #expect(took >= .milliseconds(600))
    }

    /// A stopping server does not wait for delayed answers.
    @Test func anHourIsNotWaitedForAtTheEnd() throws {
        let isAsked = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { _ in
            isAsked.signal()
            var response = LoopbackResponse(status: 200)
            response.delay = .seconds(3600)
            return response
        }
        let client = try RawClient(port: server.port)
        client.send(Self.request)
        isAsked.wait()
        #expect(ContinuousClock().measure(server.stop) < .seconds(60))
        #expect(client.receiveAll() == [])
    }

    // MARK: Half-closed connections

    @Test(arguments: [Duration.zero, .milliseconds(300)])
    func thoseWhoSendNothingMoreAreAnswered(_ delay: Duration) throws {
        let server = try LoopbackServer { request in
            var response = LoopbackResponse(status: 200, body: request.body)
            response.delay = delay
            return response
        }
        let client = try RawClient(port: server.port)
        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
        client.finish()
        let answer = RawAnswer(client.receiveAll() ?? [])
        #expect(answer.status == 200)
        #expect(answer.body == "abc")
    }

    // MARK: Malformed heads

    @Test(arguments: [
        "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "FETCH / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/9.9\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nA b: c\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "GET /" + String(repeating: "a", count: 100_000) + " HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nA: " + String(repeating: "a", count: 100_000) + "\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "A: b\r\n", count: 20_000) + "\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nA: " + String(repeating: "a", count: 40_000) + "\r\nB: "
            + String(repeating: "b", count: 40_000) + "\r\n\r\n",
    ])
    func whatIsNoRequestIsRefused(_ head: String) throws {
        let log = RequestLog()
        let server = try LoopbackServer(handler: log.handler)
        #expect(try RawClient.answer(to: head, port: server.port).status == 400)
        #expect(log.requests.isEmpty)
        #expect(try RawClient.answer(to: Self.last, port: server.port).status == 200)
    }
}
