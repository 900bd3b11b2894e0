import Foundation
import HTTPTransfers
import LoopbackServers
import TestRandomness
import Testing

/// HTTP servers, with libcurl as the client.
struct LoopbackServerTests {
    @Test func tellsWhatWasAskedAndGivesTheAnswer() throws {
        let log = RequestLog()
        let server = try LoopbackServer { request in
            _ = log.handler(request)
            return LoopbackResponse(
                status: 200,
                headers: ["Content-Type": "application/octet-stream", "X-Key": "yes"],
                body: Array("the answer".utf8)
            )
        }
        var request = HTTPRequest(.post, try HTTPURL(server.url + "/license"))
        request.headers = [try HTTPHeader(name: "X-Token", value: "a: b; c")]
        request.body = Array("the question".utf8)
        let answer = Transfers.Answer(try HTTPTransfer.perform(request))
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"] == "application/octet-stream")
        #expect(answer.headers["x-key"] == "yes")
        #expect(answer.headers["content-length"] == "10")
        #expect(answer.body == Array("the answer".utf8))
        let seen = try #require(log.requests.first)
        #expect(log.requests.count == 1)
        #expect(seen.method == "POST")
        #expect(seen.path == "/license")
        #expect(seen.query == nil)
        #expect(seen.headers["x-TOKEN"] == "a: b; c")
        #expect(seen.headers["host"] == "127.0.0.1:\(server.port)")
        #expect(seen.body == Array("the question".utf8))
        #expect(server.url == "http://127.0.0.1:\(server.port)")
    }

    @Test(arguments: [200, 204, 302, 404, 410, 503])
    func givesEveryStatus(_ status: Int) throws {
        let log = RequestLog()
        let server = try LoopbackServer { request in
            _ = log.handler(request)
            return LoopbackResponse(status: status, headers: ["Location": "/elsewhere"])
        }
        #expect(try Transfers.get(server).status == status)
        #expect(log.requests.count == 1)
    }

    @Test(arguments: [
        (99, "A", "x"), (100, "A", "x"), (600, "A", "x"), (-1, "A", "x"), (200, "A", "x\r\nB: y"),
        (200, "", "x"),
        (200, "A\nB", "x"), (200, "Content-Length", "3"), (200, "Transfer-Encoding", "chunked"),
    ])
    func answers500InsteadOfWhatIsNoAnswer(_ status: Int, _ name: String, _ value: String) throws {
        let server = try LoopbackServer { _ in
            LoopbackResponse(status: status, headers: [name: value], body: Array("secret".utf8))
        }
        let answer = try Transfers.get(server)
        #expect(answer.status == 500)
        #expect(answer.body.isEmpty)
    }

    @Test func answersHEADWithoutABody() throws {
        let log = RequestLog()
        let server = try LoopbackServer { request in
            _ = log.handler(request)
            return LoopbackResponse(status: 200, body: Array("12345".utf8))
        }
        let head = "HEAD /k HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let answer = try RawClient.answer(to: head, port: server.port)
        #expect(answer.status == 200)
        #expect(answer.fields.contains("Content-Length: 5"))
        #expect(answer.body == "")
        #expect(log.requests.map(\.method) == ["HEAD"])
    }

    /// Bodies of random bytes are sent in both directions at once.
    @Test func answersManyAtOnce() throws {
        let server = try LoopbackServer { request in
            LoopbackResponse(status: 200, headers: ["X-Path": request.path], body: request.body.map { ~$0 })
        }
        let seed = UInt64.random(in: 0 ... .max)
        let failures = LockedList<String>()
        Clients.run(16) { client in
            var generator = SeededGenerator(seed: seed &+ UInt64(client))
            for turn in 0..<12 {
                let body = generator.bytes(Int.random(in: 0...20_000, using: &generator))
                let answer = try? Transfers.post(server, body, "/\(client)/\(turn)")
                let isRight =
                    answer?.body == body.map { ~$0 } && answer?.headers["x-path"] == "/\(client)/\(turn)"
                if !isRight { failures.append("\(client)/\(turn)") }
            }
        }
        #expect(failures.all.isEmpty, "seed \(seed)")
    }

    /// Eight handlers wait for one another, which works only if they run at the same time.
    @Test func runsHandlersAtOnce() throws {
        let meeting = Meeting(of: 8)
        let server = try LoopbackServer { _ in LoopbackResponse(status: meeting.join() ? 200 : 500) }
        let statuses = LockedList<Int>()
        Clients.run(8) { _ in statuses.append((try? Transfers.get(server).status) ?? 0) }
        #expect(statuses.all == Array(repeating: 200, count: 8))
    }

    /// The kernel lists the listening sockets (proc(5), /proc/net/tcp), with addresses in host byte order.
    @Test func listensOnThisMachineAlone() throws {
        let server = try LoopbackServer { _ in LoopbackResponse(status: 200) }
        func listeners(_ file: String) throws -> [String] {
            let port = String(server.port, radix: 16, uppercase: true)
            let ending = ":" + String(repeating: "0", count: 4 - port.count) + port
            return try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").compactMap {
                line in
                let fields = line.split(separator: " ")
                guard fields.count > 3, fields[3] == "0A", fields[1].hasSuffix(ending) else { return nil }
                return String(fields[1].dropLast(5))
            }
        }
        #expect(try listeners("/proc/net/tcp") == ["0100007F"])
        if FileManager.default.fileExists(atPath: "/proc/net/tcp6") {
            #expect(try listeners("/proc/net/tcp6").isEmpty)
        }
    }

    @Test func saysThatAPortIsTaken() throws {
        let server = try LoopbackServer { _ in LoopbackResponse(status: 200) }
        let error = #expect(throws: LoopbackServerError.self) {
            _ = try LoopbackServer(port: UInt16(server.port)) { _ in LoopbackResponse(status: 200) }
        }
        guard case .cannotListen(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason == "Address already in use")
        withExtendedLifetime(server) {}
    }

    @Test func listensOnThePortThatIsAskedFor() throws {
        let free = try LoopbackServer { _ in LoopbackResponse(status: 200) }
        let port = free.port
        free.stop()
        let server = try LoopbackServer(port: UInt16(port)) { _ in LoopbackResponse(status: 204) }
        #expect(server.port == port)
        #expect(server.url == "http://127.0.0.1:\(port)")
        #expect(try Transfers.get(server).status == 204)
    }
}
