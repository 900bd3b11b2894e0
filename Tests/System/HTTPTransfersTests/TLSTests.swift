import Foundation
import KeyServerFixtures
import Testing

@testable import HTTPTransfers

struct TLSTests {
    private func server(_ certificate: String, client: Bool = false) throws -> SPEKEServer {
        var arguments = [
            "--certificate", try TestCertificates.path(certificate + ".pem"),
            "--key", try TestCertificates.path(certificate + ".key"),
        ]
        if client { arguments += ["--client-ca", try TestCertificates.path("authority.pem")] }
        return try SPEKEServer("echo", arguments: arguments)
    }

    private func request(_ server: SPEKEServer, authority: String?) throws -> HTTPRequest {
        var request = HTTPRequest(.post, try HTTPURL("https://localhost:\(server.port)/"))
        request.identity.authorityFile = try authority.map { try TestCertificates.path($0) }
        return request
    }

    @Test func trustsTheAuthorityThatIsNamed() throws {
        let server = try server("server")
        #expect(try HTTPTransfer.perform(try request(server, authority: "authority.pem")).status == 200)
    }

    @Test(arguments: [
        ("server", nil), ("server", "stranger.pem"), ("elsewhere", "authority.pem"),
        ("stranger", "authority.pem"),
        ("server", "missing.pem"), ("server", "client.key"),
    ])
    func refusesWhatDoesNotHold(_ certificate: String, _ authority: String?) throws {
        let server = try server(certificate)
        let request = try request(server, authority: authority)
        expectUntrusted(request)
        #expect(try server.requests().isEmpty)
    }

    /// Returns the PEM text of a certificate file.
    private func text(_ file: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: try TestCertificates.path(file))))
    }

    @Test func trustsTheAuthorityThatIsGiven() throws {
        let server = try server("server")
        var request = try request(server, authority: nil)
        request.identity.authorityPEM = try text("authority.pem")
        #expect(try HTTPTransfer.perform(request).status == 200)
    }

    @Test func trustsTheAuthorityThatIsGivenAlone() throws {
        let server = try server("server")
        var request = try request(server, authority: "authority.pem")
        for text in [try text("stranger.pem"), try text("client.key"), Array("nothing".utf8), []] {
            request.identity.authorityPEM = text
            expectUntrusted(request)
        }
        #expect(try server.requests().isEmpty)
    }

    @Test func checksTheNameThatIsWrittenWhereverItConnects() throws {
        let server = try server("server")
        var request = try request(server, authority: "authority.pem")
        request.loopbackPort = server.port
        request.url = try HTTPURL("https://localhost:1/")
        #expect(try HTTPTransfer.perform(request).status == 200)
        request.url = try HTTPURL("https://elsewhere.example.com/")
        expectUntrusted(request)
        let headers = try server.requests().map { $0["headers"] as? [String: String] }
        #expect(headers.map { $0?["Host"] } == ["localhost:1"])
    }

    @Test func showsItsCertificate() throws {
        let server = try server("server", client: true)
        var request = try request(server, authority: "authority.pem")
        request.identity.certificateFile = try TestCertificates.path("client.pem")
        request.identity.keyFile = try TestCertificates.path("client.key")
        #expect(try HTTPTransfer.perform(request).status == 200)
    }

    @Test(arguments: [
        nil, ("stranger.pem", "stranger.key"), ("client.pem", "server.key"), ("none.pem", "none.key"),
    ])
    func isRefusedWithout(_ files: (String, String)?) throws {
        let server = try server("server", client: true)
        var request = try request(server, authority: "authority.pem")
        if let files {
            request.identity.certificateFile = try TestCertificates.path(files.0)
            request.identity.keyFile = try TestCertificates.path(files.1)
        }
        // In TLS 1.3 the server checks our certificate after our part of the handshake, so its alert may be
        // lost with the connection that it closes (RFC 8446 section 4.4.2.4 and appendix E).
        #expect(throws: HTTPError.self) { _ = try HTTPTransfer.perform(request) }
        #expect(try server.requests().isEmpty)
    }

    @Test func noticesThatTheServerDoesNotSpeakTLS() throws {
        let server = try SPEKEServer("echo")
        expectUntrusted(try request(server, authority: "authority.pem"))
    }

    private func expectUntrusted(_ request: HTTPRequest) {
        do {
            let response = try HTTPTransfer.perform(request)
            Issue.record("status \(response.status)")
        } catch {
            guard case .untrusted = error else {
                Issue.record("\(error)")
                return
            }
        }
    }
}
