import HTTPTransfers
import LoopbackServers
import Testing

/// Request targets, which the handler gets as they were sent.
struct LoopbackTargetTests {
    /// A target, and its expected path and query.
    struct Target: Sendable, CustomTestStringConvertible {
        let sent: String
        let path: String
        var query: String?

        var testDescription: String { sent }
    }

    static let targets = [
        Target(sent: "/", path: "/"),
        Target(sent: "/a%2Fb", path: "/a%2Fb"),
        Target(sent: "/a%2fb%3Fc", path: "/a%2fb%3Fc"),
        Target(sent: "/k?a=b&c", path: "/k", query: "a=b&c"),
        Target(sent: "/k?", path: "/k", query: ""),
        Target(sent: "/k?a=%26+b?c", path: "/k", query: "a=%26+b?c"),
        Target(sent: "/?/x", path: "/", query: "/x"),
        Target(sent: "//two//slashes/", path: "//two//slashes/"),
        Target(sent: "/caf%C3%A9/cafe%CC%81/%FF", path: "/caf%C3%A9/cafe%CC%81/%FF"),
        Target(sent: "/a;b=c,d:@!$'()*+", path: "/a;b=c,d:@!$'()*+"),
        Target(sent: "/%00%0D%0A", path: "/%00%0D%0A"),
    ]

    @Test(arguments: targets)
    func areAsLibcurlSendsThem(_ target: Target) throws {
        let log = RequestLog()
        let server = try LoopbackServer(handler: log.handler)
        #expect(try Transfers.get(server, target.sent).status == 200)
        #expect(log.requests.map(\.path) == [target.path])
        #expect(log.requests.map(\.query) == [target.query])
    }

    /// Targets in which each scalar is a byte on the wire.
    static let oddTargets =
        targets + [
            Target(sent: "/../a/./b", path: "/../a/./b"),
            Target(sent: "*", path: "*"),
            Target(sent: "http://localhost/k?x", path: "http://localhost/k", query: "x"),
            Target(sent: "/%zz%", path: "/%zz%"),
        ]

    private func status(_ target: String, _ server: LoopbackServer) throws -> Int? {
        let head = "GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        return try RawClient.answer(to: head, port: server.port).status
    }

    @Test(arguments: oddTargets)
    func areAsAnyoneSendsThem(_ target: Target) throws {
        let log = RequestLog()
        let server = try LoopbackServer(handler: log.handler)
        #expect(try status(target.sent, server) == 200)
        #expect(log.requests.map { Array($0.path.utf8) } == [Array(target.path.utf8)])
        #expect(log.requests.map { $0.query.map { Array($0.utf8) } } == [target.query.map { Array($0.utf8) }])
    }

    @Test(arguments: [8_000, 25_000])
    func mayHaveManyArguments(_ count: Int) throws {
        let log = RequestLog()
        let server = try LoopbackServer(handler: log.handler)
        let query = String(repeating: "a&", count: count)
        #expect(try status("/k?" + query, server) == 200)
        #expect(log.requests.map(\.path) == ["/k"])
        #expect(log.requests.map(\.query) == [query])
    }

    /// Targets that are not ASCII; each scalar is a byte on the wire.
    ///
    /// The second is an accented letter in UTF-8, which clients have to escape.
    @Test(arguments: ["/\u{FF}", "/caf\u{C3}\u{A9}", "/k?\u{C3}", "/\u{1}", "/\u{7F}"])
    func areRefusedWhereTheyAreNoASCII(_ target: String) throws {
        let log = RequestLog()
        let server = try LoopbackServer(handler: log.handler)
        #expect(try status(target, server) == 400)
        #expect(log.requests.isEmpty)
    }
}
