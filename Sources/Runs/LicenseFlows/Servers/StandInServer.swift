import Ciphers
import HTTPTransfers
import LoopbackServers
import TextFormats
import WipedMemory

/// An https server on loopback that stands in for other hosts: it receives their requests with unchanged
/// URLs.
final class StandInServer: Sendable {
    /// The header field that proves that a request is from this process, so that other local processes get
    /// nothing.
    private static let secretName = "X-Rehearsal"

    private let server: LoopbackServer
    private let secret: String
    private let hosts: Set<String>
    private let authorityPEM: [UInt8]

    /// Starts the server.
    ///
    /// - Parameters:
    ///   - hosts: the names and addresses of the replaced servers.
    ///   - answer: answers the requests of this process.
    /// - Throws: `LoopbackServerError`, `CertificateError`.
    init(hosts: [String], answer: @escaping LoopbackServer.Handler) throws {
        let identity = try EphemeralIdentity(
            commonName: "fairlead rehearsal",
            dnsNames: hosts.filter(Self.isName),
            ipAddresses: hosts.filter { !Self.isName($0) }
        )
        self.hosts = Set(hosts)
        authorityPEM = identity.certificatePEM
        let secret = Hexadecimal.encode(RandomBytes.generate(count: 16))
        self.secret = secret
        let serverIdentity = LoopbackIdentity(
            certificatePEM: identity.certificatePEM,
            privateKeyPEM: identity.privateKeyPEM.withSpan { SecretBytes(copying: $0) }
        )
        server = try LoopbackServer(identity: serverIdentity) { request in
            guard request.headers[Self.secretName] == secret else { return LoopbackResponse(status: 403) }
            return answer(request)
        }
    }

    /// Redirects a request to this server if it stands in for the request's host, and trusts only its
    /// certificate.
    func redirect(_ request: inout HTTPRequest) throws(HTTPError) {
        guard hosts.contains(request.url.host.filter { !"[]".contains($0) }) else { return }
        request.loopbackPort = server.port
        request.identity.authorityPEM = authorityPEM
        request.headers.append(try HTTPHeader(name: Self.secretName, value: secret))
    }

    func stop() { server.stop() }

    private static func isName(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return !host.contains(":") && !(parts.count == 4 && parts.allSatisfy { UInt8($0) != nil })
    }
}
