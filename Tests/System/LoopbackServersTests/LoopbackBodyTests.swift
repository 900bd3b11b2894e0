import HTTPTransfers
import LoopbackServers
import TestRandomness
import Testing

/// Bodies of requests, and their limit.
struct LoopbackBodyTests {
    private let log = RequestLog()

    private func server(_ bytes: Int? = nil) throws -> LoopbackServer {
        var limits = LoopbackServer.Limits()
        if let bytes { limits.bodyBytes = bytes }
        return try LoopbackServer(limits: limits, handler: log.handler)
    }

    @Test(arguments: [
        [], [0], [0, 0, 0], Array("key\u{0}=1&b=%41\r\n".utf8), Array(0...255),
        [0xFF, 0xFE, 0x0D, 0x0A, 0x0D, 0x0A],
    ])
    func areBytes(_ body: [UInt8]) throws {
        let server = try server()
        #expect(try Transfers.post(server, body).status == 200)
        #expect(log.requests.map(\.body) == [body])
    }

    @Test(arguments: [1, 1000, 128 << 10])
    func mayHaveTheLimit(_ count: Int) throws {
        let server = try server(count)
        let body = [UInt8](repeating: 7, count: count)
        #expect(try Transfers.post(server, body).status == 200)
        #expect(log.requests.map(\.body) == [body])
    }

    @Test func haveALimitOf128KiB() throws {
        let server = try server()
        #expect(try Transfers.post(server, [UInt8](repeating: 7, count: 131_072)).status == 200)
        #expect(try Transfers.post(server, [UInt8](repeating: 7, count: 131_073)).status == 413)
        #expect(log.requests.map(\.body.count) == [131_072])
    }

    @Test(arguments: [(0, 1), (1, 2), (1000, 1001), (1000, 500_000), (128 << 10, 1 << 20)])
    func areRefusedBeyondTheLimit(_ limit: Int, _ count: Int) throws {
        let server = try server(limit)
        #expect(try Transfers.post(server, [UInt8](repeating: 7, count: count)).status == 413)
        #expect(log.requests.isEmpty)
        #expect(try Transfers.post(server, []).status == 200)
    }

    private func head(_ fields: String) -> String {
        "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(fields)\r\n\r\n"
    }

    @Test func mayComeInChunks() throws {
        let server = try server(8)
        let text = head("Transfer-Encoding: chunked") + "3\r\na\u{0}b\r\n5\r\n12345\r\n0\r\n\r\n"
        #expect(try RawClient.answer(to: text, port: server.port).status == 200)
        #expect(log.requests.map(\.body) == [Array("a\u{0}b12345".utf8)])
    }

    @Test func areRefusedInChunksBeyondTheLimit() throws {
        let server = try server(7)
        let text = head("Transfer-Encoding: chunked") + "3\r\nabc\r\n5\r\n12345\r\n0\r\n\r\n"
        #expect(try RawClient.answer(to: text, port: server.port).status == 413)
        #expect(log.requests.isEmpty)
    }

    /// A client that expects 100 (RFC 9110 section 10.1.1) gets 413 before it sends the body.
    ///
    /// So does one that announces gigabytes.
    @Test(arguments: ["Content-Length: 9\r\nExpect: 100-continue", "Content-Length: 5000000000"])
    func areNotWaitedFor(_ fields: String) throws {
        let server = try server(8)
        #expect(try RawClient.answer(to: head(fields), port: server.port).status == 413)
        #expect(log.requests.isEmpty)
    }

    @Test func areWantedWithinTheLimit() throws {
        let server = try server(8)
        let text = head("Content-Length: 8\r\nExpect: 100-continue") + "12345678"
        #expect(try RawClient.answer(to: text, port: server.port).status == 100)
        #expect(log.requests.map(\.body) == [Array("12345678".utf8)])
    }

    /// A piece of a gigabyte, with its length announced or in endless chunks.
    private static let chunk = "10000\r\n" + String(repeating: "x", count: 0x10000) + "\r\n"
    static let gigabytes = [
        ("Content-Length: 1073741824", String(repeating: "x", count: 0x10000)),
        ("Transfer-Encoding: chunked", chunk),
    ]

    /// A client that reads the answer gets it while it is still sending.
    @Test(arguments: gigabytes)
    func areRefusedWhileTheyCome(_ field: String, _ part: String) throws {
        let server = try server(1000)
        let client = try RawClient(port: server.port)
        client.send(head(field))
        for _ in 0..<8 { client.send(part) }
        #expect(RawAnswer(client.receiveAll() ?? []).status == 413)
        #expect(log.requests.isEmpty)
    }

    /// If a client does not read, its connection is closed, and the server continues.
    @Test(arguments: gigabytes)
    func endWhereTheyAreMuchTooLarge(_ field: String, _ part: String) throws {
        let server = try server(1000)
        let client = try RawClient(port: server.port)
        client.send(head(field))
        let bytes = Array(part.utf8)
        // The rest fits into the kernel's buffers.
        let sent = (0..<1000).prefix { _ in client.send(bytes) }.count
        #expect(sent < 400)
        #expect(log.requests.isEmpty)
        #expect(try Transfers.get(server).status == 200)
    }

    @Test func areNotCutWhereTheConnectionEnds() throws {
        let server = try server()
        do {
            let client = try RawClient(port: server.port)
            client.send(head("Content-Length: 9") + "1234")
            client.reset()
        }
        let client = try RawClient(port: server.port)
        client.send(head("Content-Length: 9") + "1234")
        client.finish()
        #expect(RawAnswer(client.receiveAll() ?? []).status == 400)
        #expect(log.requests.isEmpty)
    }
}
