import Synchronization
import Testing

@testable import LoopbackServers

/// Fields that a server adds to each answer, and its reports of answers that no handler gave.
struct LoopbackSiteFieldsTests {
    private static let field = "X-Stand-In: yes"

    /// The request, the status, and the reported method, or nil for an answer of the handler.
    @Test(
        arguments: [
            ("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200, nil),
            ("GET /wrong HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 500, nil),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999\r\n\r\n", 413, "POST"),
            ("nonsense\r\n\r\n", 400, ""), ("GET / HTTP/1.1\r\n\r\n", 400, ""),
            ("GET / HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n", 400, ""),
        ] as [(String, Int, String?)]
    )
    func areInAllAnswers(_ sent: String, _ status: Int, _ method: String?) throws {
        let refusals = RefusalLog()
        let server = try LoopbackServer(
            fields: ["X-Stand-In": "yes"],
            onRefusal: { refusals.add($0 ?? "", $1) }
        ) { request in
            // A handler may not give this status: the server answers 500 instead.
            LoopbackResponse(status: request.path == "/wrong" ? 99 : 200)
        }
        let answer = try RawClient.answer(to: sent, port: server.port)
        #expect(answer.status == status)
        #expect(answer.fields.count { $0.lowercased() == Self.field.lowercased() } == 1)
        #expect(answer.fields.count { $0.lowercased().hasPrefix("date:") } == 1)
        #expect(refusals.all == (method.map { ["\($0) \(status)"] } ?? []))
    }

    @Test func aHandlerMayGiveAnotherValue() throws {
        let server = try LoopbackServer(fields: ["X-Stand-In": "yes"]) { _ in
            LoopbackResponse(status: 200, headers: ["x-stand-in": "no"])
        }
        let head = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        let fields = try RawClient.answer(to: head, port: server.port).fields
        #expect(fields.filter { $0.lowercased().hasPrefix("x-stand-in") } == ["x-stand-in: no"])
    }

    /// The reports received.
    private final class RefusalLog: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ method: String, _ status: Int) { lines.withLock { $0.append("\(method) \(status)") } }
    }
}
