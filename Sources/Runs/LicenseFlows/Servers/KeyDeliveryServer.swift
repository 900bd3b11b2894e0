import Ciphers
import HTTPTransfers
import KeyRecordFormats
import KeyStore
import LoopbackServers
import Rehearsal
import TextFormats
import WipedMemory

/// An https server on loopback that gives keys as they are, by the URL of the request, from an exported file.
struct KeyDeliveryServer {
    /// The field of requests that shows that they are ours: other processes of the machine get no keys.
    private static let secretName = "X-Rehearsal"

    private let server: LoopbackServer
    private let secret: String
    private let identity: ThrowAwayIdentity

    /// Starts it for the hosts that key URLs name.
    init(_ lookup: KeyURLLookup, hosts: [String]) throws {
        identity = try ThrowAwayIdentity(
            commonName: "fairlead rehearsal",
            dnsNames: hosts.filter(Self.isName),
            ipAddresses: hosts.filter { !Self.isName($0) }
        )
        let secret = Hexadecimal.encode(RandomBytes.make(count: 16))
        self.secret = secret
        let identity = LoopbackIdentity(
            certificatePEM: identity.certificatePEM,
            privateKeyPEM: identity.privateKeyPEM.withSpan { SecretBytes(copying: $0) }
        )
        server = try LoopbackServer(identity: identity) { request in
            guard request.method == "GET" else { return LoopbackResponse(status: 405) }
            guard request.headers[Self.secretName] == secret else { return LoopbackResponse(status: 403) }
            let host = request.headers["Host"] ?? ""
            let target = request.path + (request.query.map { "?" + $0 } ?? "")
            guard case .success(let key) = lookup.key(for: "https://\(host)\(target)") else {
                return LoopbackResponse(status: 404)
            }
            let bytes = key.key?.withSpan { SecretBytes(copying: $0) } ?? SecretBytes(copying: [])
            return LoopbackResponse(
                status: 200,
                headers: ["Content-Type": "binary/octet-stream"],
                body: bytes
            )
        }
    }

    /// Directs a request, whatever its host, to the server, trusting it alone.
    func direct(_ request: inout HTTPRequest) throws(HTTPError) {
        request.loopbackPort = server.port
        request.identity.authorityPEM = identity.certificatePEM
        request.headers.append(try HTTPHeader(name: Self.secretName, value: secret))
    }

    /// Closes its port.
    func stop() { server.stop() }

    private static func isName(_ host: String) -> Bool {
        !host.contains(":") && !host.split(separator: ".").allSatisfy { UInt8($0) != nil }
    }
}
