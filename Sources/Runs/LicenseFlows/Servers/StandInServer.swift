import Ciphers
import HTTPTransfers
import LoopbackServers
import TextFormats
import WipedMemory

/// An https server on loopback that stands in for servers of other hosts: what an app asks of them goes to it, with the whole address as it
/// would go there.
final class StandInServer: Sendable {
    /// The field of requests that shows that they are ours: other processes of the machine get nothing.
    private static let secretName = "X-Rehearsal"

    private let server: LoopbackServer
    private let secret: String
    private let hosts: Set<String>
    private let authorityPEM: [UInt8]

    /// Starts it.
    ///
    /// - Parameters:
    ///   - hosts: the names and addresses of the servers that it stands in for.
    ///   - answer: answers a request that is ours.
    /// - Throws: `LoopbackServerError`, `CertificateError`.
    init(hosts: [String], answer: @escaping LoopbackServer.Handler) throws {
        let identity = try ThrowAwayIdentity(
            commonName: "fairlead rehearsal",
            dnsNames: hosts.filter(Self.isName),
            ipAddresses: hosts.filter { !Self.isName($0) }
        )
        self.hosts = Set(hosts)
        authorityPEM = identity.certificatePEM
        let secret = Hexadecimal.encode(RandomBytes.make(count: 16))
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

    /// Directs a request to the server, trusting it alone, if it stands in for the request's host.
    ///
    /// - Parameter request: the request.
    /// - Throws: `HTTPError`.
    func direct(_ request: inout HTTPRequest) throws(HTTPError) {
        guard hosts.contains(request.url.host.filter { !"[]".contains($0) }) else { return }
        request.loopbackPort = server.port
        request.identity.authorityPEM = authorityPEM
        request.headers.append(try HTTPHeader(name: Self.secretName, value: secret))
    }

    /// Closes its port.
    func stop() { server.stop() }

    private static func isName(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return !host.contains(":") && !(parts.count == 4 && parts.allSatisfy { UInt8($0) != nil })
    }
}
