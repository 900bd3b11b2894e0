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
        // In TLS 1.3 the server looks at our certificate after our part of the handshake is over: its alert may be lost with
        // the connection that it closes (RFC 8446 section 4.4.2.4 and appendix E).
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
