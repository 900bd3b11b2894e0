import Foundation
import KeyServerFixtures
import Testing
import WipedMemory

@testable import HTTPTransfers

struct HTTPTransferTests {
    private func request(_ server: SPEKEServer, path: String = "/?token=secret") throws -> HTTPRequest {
        var request = HTTPRequest(.post, try HTTPURL("http://user:secret@127.0.0.1:\(server.port)\(path)"))
        request.body = Array("the body".utf8)
        return request
    }

    @Test func givesStatusHeadersAndBody() throws {
        let server = try SPEKEServer("echo")
        var request = try request(server)
        request.headers = [
            try HTTPHeader(name: "X-Wish", value: "a: b; c"), try HTTPHeader(name: "X-Empty", value: ""),
        ]
        let response = try HTTPTransfer.perform(request)
        #expect(response.status == 200)
        #expect(response.headers["x-echo"] == "1")
        let text = response.body.withSpan { span in
            String(decoding: span.indices.map { span[$0] }, as: UTF8.self)
        }
        #expect(text == "what was asked")
        let seen = try #require(try server.requests().first)
        #expect(seen["body"] as? String == "the body")
        #expect(seen["path"] as? String == "/?token=secret")
        let headers = try #require(seen["headers"] as? [String: String])
        #expect(headers["X-Wish"] == "a: b; c")
        #expect(headers["X-Empty"] == "")
        // Basic authentication (RFC 7617): user:secret in base64.
        #expect(headers["Authorization"] == "Basic dXNlcjpzZWNyZXQ=")
        #expect(headers["Expect"] == nil)
    }

    @Test(arguments: [("503", 503), ("403", 403), ("redirect", 302)])
    func givesEveryStatus(_ mode: String, _ status: Int) throws {
        let server = try SPEKEServer(mode)
        let response = try HTTPTransfer.perform(try request(server))
        #expect(response.status == status)
        #expect(try server.requests().count == 1)
    }

    @Test(arguments: ["hang", "hang-in-body"])
    func givesUpWaiting(_ mode: String) throws {
        let server = try SPEKEServer(mode)
        var request = try request(server)
        request.limits.totalTime = .milliseconds(400)
        try expectUnreachable(request)
    }

    @Test(arguments: ["close", "close-early"])
    func noticesThatTheServerGoesAway(_ mode: String) throws {
        let server = try SPEKEServer(mode)
        try expectUnreachable(try request(server))
    }

    @Test func noticesThatTheServerDoesNotSpeakHTTP() throws {
        let server = try SPEKEServer("noise")
        let error = #expect(throws: HTTPError.self) { _ = try HTTPTransfer.perform(try request(server)) }
        if case .invalid = error {} else { Issue.record("\(String(describing: error))") }
    }

    @Test func noticesThatNobodyListens() throws {
        let server = try SPEKEServer("good")
        let request = try request(server)
        withExtendedLifetime(server) {}
        var unreachable = request
        // Port 1 of loopback is tcpmux, on which no server listens.
        unreachable.url = try HTTPURL("http://user:secret@127.0.0.1:1/?token=secret")
        try expectUnreachable(unreachable)
    }

    private func expectUnreachable(_ request: HTTPRequest) throws {
        let started = ContinuousClock.now
        do {
            let response = try HTTPTransfer.perform(request)
            Issue.record("status \(response.status)")
        } catch {
            guard case .unreachable(let reason) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(!reason.contains("secret"))
            #expect(!reason.isEmpty)
        }
        #expect(ContinuousClock.now - started < .seconds(20))
    }

    @Test func stopsAtTheLimit() throws {
        let server = try SPEKEServer("huge")
        var request = try request(server)
        request.limits.bodyByteCount = 100_000
        #expect(throws: HTTPError.tooLarge(limit: 100_000)) { _ = try HTTPTransfer.perform(request) }
    }

    @Test func takesAnAnswerOfExactlyTheLimit() throws {
        let server = try SPEKEServer("echo", "echo")
        var request = try request(server)
        request.limits.bodyByteCount = 14
        #expect(try HTTPTransfer.perform(request).body.count == 14)
        request.limits.bodyByteCount = 13
        #expect(throws: HTTPError.tooLarge(limit: 13)) { _ = try HTTPTransfer.perform(request) }
    }

    @Test func canBeCancelled() throws {
        let server = try SPEKEServer("hang")
        let request = try request(server)
        let end = ContinuousClock.now + .milliseconds(300)
        #expect(throws: HTTPError.cancelled) {
            _ = try HTTPTransfer.perform(request) { ContinuousClock.now > end }
        }
        #expect(ContinuousClock.now - end < .seconds(5))
    }
}
