import Ciphers
import KeyRecordFormats
import KeyStore
import LoopbackServers
import TextFormats
import WipedMemory

/// An https server on loopback that gives keys as they are, by the URL of the request, from an exported file.
struct KeyDeliveryServer {
    private let server: LoopbackServer
    private let identity: ThrowAwayIdentity

    /// Starts it for the hosts that key URLs name.
    init(_ keys: ExportedKeys, hosts: [String]) throws {
        identity = try ThrowAwayIdentity(
            commonName: "fairlead rehearsal",
            dnsNames: hosts.filter(Self.isName),
            ipAddresses: hosts.filter { !Self.isName($0) }
        )
        let lookup = KeyURLLookup(keys)
        let identity = LoopbackIdentity(
            certificatePEM: identity.certificatePEM,
            privateKeyPEM: identity.privateKeyPEM.withSpan { SecretBytes(copying: $0) }
        )
        server = try LoopbackServer(identity: identity) { request in
            guard request.method == "GET" else { return LoopbackResponse(status: 405) }
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

    /// The port that it listens on.
    var port: Int { server.port }

    /// The certificate that its clients trust, in PEM.
    var authorityPEM: [UInt8] { identity.certificatePEM }

    /// Closes its port.
    func stop() { server.stop() }

    private static func isName(_ host: String) -> Bool {
        !host.contains(":") && !host.split(separator: ".").allSatisfy { UInt8($0) != nil }
    }
}
