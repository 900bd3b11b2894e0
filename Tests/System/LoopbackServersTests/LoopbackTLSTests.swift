import HTTPTransfers
import LoopbackServers
import Testing
import WipedMemory

/// HTTPS servers, with libcurl as the client.
struct LoopbackTLSTests {
    private let log = RequestLog()

    private func server() throws -> LoopbackServer {
        try LoopbackServer(identity: TestIdentity.server.identity, handler: log.handler)
    }

    private func request(_ url: String, trusting identity: TestIdentity) throws -> HTTPRequest {
        var request = HTTPRequest(.post, try HTTPURL(url))
        request.identity.authorityPEM = identity.certificate
        request.body = [0, 1, 2]
        return request
    }

    @Test func serveThoseWhoTrustThem() throws {
        let server = try server()
        #expect(server.url == "https://localhost:\(server.port)")
        let request = try request(server.url + "/k%2F?a", trusting: .server)
        #expect(try HTTPTransfer.perform(request).status == 200)
        #expect(log.requests.map(\.path) == ["/k%2F"])
        #expect(log.requests.map(\.query) == ["a"])
        #expect(log.requests.map(\.body) == [[0, 1, 2]])
    }

    @Test func serveLargeAnswers() throws {
        let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let server = try LoopbackServer(identity: TestIdentity.server.identity) { _ in
            LoopbackResponse(status: 200, body: body)
        }
        let answer = Transfers.Answer(try HTTPTransfer.perform(try request(server.url, trusting: .server)))
        #expect(answer.body == body)
    }

    @Test func areRefusedByThoseWhoTrustAnother() throws {
        let server = try server()
        expectUntrusted(try request(server.url, trusting: .stranger))
    }

    @Test(arguments: ["https://keys.example.com/k", "https://keys.example.com:8443/k", "https://localhost/k"])
    func answerUnderOtherNames(_ url: String) throws {
        let server = try server()
        var request = try request(url, trusting: .server)
        request.loopbackPort = server.port
        #expect(try HTTPTransfer.perform(request).status == 200)
        #expect(log.requests.map(\.path) == ["/k"])
        let host = url.split(separator: "/")[1]
        #expect(log.requests.map { $0.headers["Host"] } == [String(host)])
    }

    @Test func areRefusedUnderNamesThatAreNotTheirs() throws {
        let server = try server()
        var request = try request("https://elsewhere.example.com/k", trusting: .server)
        request.loopbackPort = server.port
        expectUntrusted(request)
    }

    /// A certificate and a key that are invalid or do not match.
    @Test(arguments: [
        ([], []), (Array("nothing".utf8), TestIdentity.server.key),
        (TestIdentity.server.certificate, Array("nothing".utf8)),
        (TestIdentity.server.certificate, TestIdentity.stranger.key), (TestIdentity.server.certificate, []),
        (TestIdentity.server.certificate, [0] + TestIdentity.server.key),
        (TestIdentity.server.certificate + [0], TestIdentity.server.key),
    ])
    func doNotStartWithoutAnIdentity(_ certificate: [UInt8], _ key: [UInt8]) {
        let identity = LoopbackIdentity(certificatePEM: certificate, privateKeyPEM: SecretBytes(copying: key))
        do throws(LoopbackServerError) {
            _ = try LoopbackServer(identity: identity, handler: log.handler)
            Issue.record("it started")
        } catch {
            guard case .badIdentity(let reason) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(!reason.isEmpty)
        }
    }

    /// A key of 1024 bits is too short for OpenSSL's security level; the PEM text is valid.
    @Test func sayThatACertificateIsNotTaken() {
        let weak = TestIdentity(keyBits: 1024)
        do throws(LoopbackServerError) {
            _ = try LoopbackServer(identity: weak.identity, handler: log.handler)
            Issue.record("it started")
        } catch {
            #expect("\(error)".contains("TLS does not accept certificate 1"), "\(error)")
        }
    }

    /// Alerts 120 `no_application_protocol` (RFC 7301, 3.2) and 70 `protocol_version` (RFC 8446, 6.2).
    @Test(arguments: [
        ("http/1.1", ["http/1.1"]), ("h2", ["alert 120"]),
        ("TLSv1_1", ["alert 70"]), ("TLSv1_2", ["TLSv1.2"]), ("TLSv1_3", ["TLSv1.3"]),
        ("two requests in a record", ["200 /a", "200 /b", "end"]),
        ("an end behind the request", ["200 /a", "end"]), ("clear text", ["end"]),
    ])
    func answerOtherClients(_ name: String, _ expected: [String]) throws {
        let server = try LoopbackServer(identity: TestIdentity.server.identity) { request in
            LoopbackResponse(status: 200, body: Array(request.path.utf8))
        }
        let lines = try TLSClient.run(name, port: server.port)
        #expect(lines == expected, "\(lines)")
    }

    /// A broken connection ends without affecting others.
    @Test(arguments: ["garbage", "half a request, and no end"])
    func endBrokenConnections(_ name: String) throws {
        let server = try server()
        let lines = try TLSClient.run(name, port: server.port)
        #expect(lines.allSatisfy { !$0.hasPrefix("2") }, "\(lines)")
        #expect(log.requests.isEmpty)
        #expect(try HTTPTransfer.perform(try request(server.url, trusting: .server)).status == 200)
    }

    private func expectUntrusted(_ request: HTTPRequest) {
        do throws(HTTPError) {
            let response = try HTTPTransfer.perform(request)
            Issue.record("status \(response.status)")
        } catch {
            guard case .untrusted = error else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(log.requests.isEmpty)
    }
}
