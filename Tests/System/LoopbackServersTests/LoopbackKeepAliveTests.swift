import HTTPTransfers
import LoopbackServers
import Testing

/// Connections with more than one request (RFC 9112 section 9.3).
struct LoopbackKeepAliveTests {
    private let log = RequestLog()

    private func paths(_ heads: [String]) throws -> (statuses: Int, paths: [String]) {
        let server = try LoopbackServer(handler: log.handler)
        let client = try RawClient(port: server.port)
        client.send(heads.map { $0 + "\r\n\r\n" }.joined())
        let text = String(decoding: client.receiveAll() ?? [], as: UTF8.self)
        return (
            text.split(separator: "HTTP/1.1 200 OK\r\n", omittingEmptySubsequences: true).count,
            log.requests.map(\.path)
        )
    }

    @Test func answerInTheOrderOfTheRequests() throws {
        let heads =
            (0..<20).map { "GET /\($0) HTTP/1.1\r\nHost: a" } + [
                "GET /20 HTTP/1.1\r\nHost: a\r\nConnection: close"
            ]
        let (statuses, paths) = try paths(heads)
        #expect(statuses == 21)
        #expect(paths == (0...20).map { "/\($0)" })
    }

    /// The second request is not answered.
    @Test(arguments: [
        "HTTP/1.1\r\nHost: a\r\nConnection: close", "HTTP/1.1\r\nHost: a\r\nConnection: Close",
        "HTTP/1.1\r\nHost: a\r\nconnection: x, close", "HTTP/1.0\r\nHost: a", "HTTP/1.0",
        "HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c",
    ])
    func endWhereTheClientSaysSo(_ head: String) throws {
        let (statuses, paths) = try paths(["GET /1 " + head, "GET /2 HTTP/1.1\r\nHost: a"])
        #expect(statuses == 1)
        #expect(paths == ["/1"])
    }

    @Test func goOnWhereAnOldClientSaysSo() throws {
        let heads = ["GET /1 HTTP/1.0\r\nConnection: keep-alive", "GET /2 HTTP/1.0\r\nHost: a"]
        #expect(try paths(heads).paths == ["/1", "/2"])
    }

    @Test func endWhereTheHandlerSaysSo() throws {
        let server = try LoopbackServer { request in
            _ = log.handler(request)
            return LoopbackResponse(status: 200, headers: ["Connection": "close"], body: Array("x".utf8))
        }
        let client = try RawClient(port: server.port)
        client.send(String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: 3))
        #expect(RawAnswer(client.receiveAll() ?? []).body == "x")
        #expect(log.requests.count == 1)
    }
}
