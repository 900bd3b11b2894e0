import HTTPTransfers
import LoopbackServers
import Testing

/// Targets, which come to the handler as they were sent.
struct LoopbackTargetTests {
    /// A target, and its two parts.
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

    /// Each scalar is a byte on the wire.
    static let oddTargets =
        targets + [
            Target(sent: "/../a/./b", path: "/../a/./b"),
            // The bytes of an accented letter, composed, and decomposed.
            Target(sent: "/caf\u{C3}\u{A9}", path: "/caf\u{E9}"),
            Target(sent: "/cafe\u{CC}\u{81}?\u{C3}\u{A9}", path: "/cafe\u{301}", query: "\u{E9}"),
            // A mark that joins the question mark to one character: the cut is between bytes.
            Target(sent: "/k?\u{CC}\u{81}", path: "/k", query: "\u{301}"),
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

    @Test(arguments: ["/\u{FF}", "/\u{C0}\u{AF}", "/\u{ED}\u{A0}\u{80}", "/k?\u{C3}"])
    func areRefusedWhereTheyAreNoUTF8(_ target: String) throws {
        let log = RequestLog()
        let server = try LoopbackServer(handler: log.handler)
        #expect(try status(target, server) == 400)
        #expect(log.requests.isEmpty)
    }
}
