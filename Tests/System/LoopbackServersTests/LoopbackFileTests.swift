import Foundation
import HTTPTransfers
import LoopbackServers
import TestRandomness
import Testing

/// Answers whose body is a part of a file.
struct LoopbackFileTests {
    /// Returns the descriptor of an open file that has been unlinked.
    private static func file(_ bytes: [UInt8], size: Int? = nil) throws -> Int32 {
        let path = FileManager.default.temporaryDirectory.path + "/loopback-\(UUID().uuidString)"
        defer { unsafe unlink(path) }
        let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        try #require(file >= 0)
        try #require(
            unsafe bytes.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) } == bytes.count
        )
        if let size { try #require(ftruncate(file, size) == 0) }
        return file
    }

    private static let bytes: [UInt8] = {
        var generator = SeededGenerator(seed: 7)
        return generator.bytes(3_000_001)
    }()

    /// Returns a server that sends part of a file; each answer has a duplicate of the descriptor.
    private func server(_ file: Int32, _ offset: UInt64, _ count: UInt64) throws -> LoopbackServer {
        try LoopbackServer { _ in
            LoopbackResponse(
                status: 206,
                headers: ["Content-Type": "video/mp4"],
                file: LoopbackFile(descriptor: dup(file), offset: offset, count: count)
            )
        }
    }

    @Test(arguments: [
        0..<3_000_001, 0..<1, 3_000_000..<3_000_001, 131_072..<262_144, 131_071..<393_217, 5..<5, 0..<0,
    ])
    func sendTheirPart(_ part: Range<Int>) throws {
        let file = try Self.file(Self.bytes)
        defer { close(file) }
        let server = try server(file, UInt64(part.lowerBound), UInt64(part.count))
        // Two requests over one connection.
        for _ in 0..<2 {
            let answer = try Transfers.get(server)
            #expect(answer.status == 206)
            #expect(answer.headers["content-length"] == "\(part.count)")
            #expect(answer.headers["content-type"] == "video/mp4")
            #expect(answer.body == Array(Self.bytes[part]))
        }
    }

    @Test func sendWhatLiesBehindFourGigabytes() throws {
        let file = try Self.file([], size: 6 << 30)
        defer { close(file) }
        try #require(unsafe pwrite(file, "the end", 7, (6 << 30) - 7) == 7)
        #expect(try Transfers.get(server(file, (6 << 30) - 7, 7)).body == Array("the end".utf8))
    }

    @Test func sendOverTLS() throws {
        let file = try Self.file(Self.bytes)
        defer { close(file) }
        let server = try LoopbackServer(identity: TestIdentity.server.identity) { _ in
            LoopbackResponse(
                status: 200,
                file: LoopbackFile(descriptor: dup(file), offset: 1, count: 3_000_000)
            )
        }
        var request = HTTPRequest(.get, try HTTPURL(server.url))
        request.identity.authorityPEM = TestIdentity.server.certificate
        #expect(Transfers.Answer(try HTTPTransfer.perform(request)).body == Array(Self.bytes[1...]))
    }

    @Test func tellTheirLengthAlone() throws {
        let file = try Self.file([], size: 6 << 30)
        defer { close(file) }
        let server = try server(file, 0, 6 << 30)
        let head = "HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let answer = try RawClient.answer(to: head, port: server.port)
        #expect(answer.status == 206)
        #expect(answer.fields.contains("Content-Length: 6442450944"))
        #expect(answer.body == "")
    }

    /// The connection ends before the announced length.
    @Test(
        arguments: [(0, 10), (0, 300_000), (200_000, 1), (300_000, 1), (.max, 1), (0, .max)]
            as [(UInt64, UInt64)]
    )
    func endTheConnectionWhereTheyAreShort(_ offset: UInt64, _ more: UInt64) throws {
        let file = try Self.file(Array(Self.bytes[..<200_000]))
        defer { close(file) }
        let rest = offset < 200_000 ? 200_000 - offset : 0
        let count = more == .max ? more : rest + more
        let server = try server(file, offset, count)
        let answer = try RawClient.answer(to: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", port: server.port)
        // If no byte can be sent, the head is not sent either.
        #expect(rest < 200_000 || answer.fields.contains("Content-Length: \(count)"))
        #expect((answer.body ?? "").unicodeScalars.count <= rest)
    }

    @Test func endTheConnectionWhereTheyCannotBeRead() throws {
        let folder = unsafe open("/", O_RDONLY)
        defer { close(folder) }
        let server = try server(folder, 0, 10)
        let answer = try RawClient.answer(to: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", port: server.port)
        #expect((answer.body ?? "") == "")
    }

    /// A client that does not read delays neither other answers nor the end of the server.
    @Test func waitForTheirClients() throws {
        let file = try Self.file([], size: 6 << 30)
        defer { close(file) }
        let server = try server(file, 0, 6 << 30)
        let client = try RawClient(port: server.port)
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.receive() != nil)
        let head = "HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        #expect(try RawClient.answer(to: head, port: server.port).status == 206)
        server.stop()
        #expect((client.receiveAll() ?? []).count < 64 << 20)
    }

    /// Reading from a pipe ends once the last descriptor of its writing end is closed.
    @Test(arguments: [
        ("GET", 200, 0), ("HEAD", 200, 10), ("GET", 204, 10), ("GET", 99, 10), ("GET", 200, 10),
    ])
    func areClosed(_ method: String, _ status: Int, _ count: Int) throws {
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        let (reader, writer) = (ends[0], ends[1])
        defer { close(reader) }
        let server = try LoopbackServer { _ in
            LoopbackResponse(status: status, file: LoopbackFile(descriptor: writer, count: UInt64(count)))
        }
        let head = "\(method) / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        _ = try RawClient.answer(to: head, port: server.port)
        server.stop()
        var byte: UInt8 = 0
        #expect(unsafe read(reader, &byte, 1) == 0)
    }
}
