import Ciphers
import HTTPTransfers
import KeyRecordFormats
import LoopbackServers
import Rehearsal
import WipedMemory

/// A stand-in for https servers that deliver unencrypted keys of an exported file by request URL.
struct KeyDeliveryServer {
    private let server: StandInServer

    /// Starts the server for the hosts in key URLs.
    init(_ lookup: KeyURLLookup, hosts: [String]) throws {
        server = try StandInServer(hosts: hosts) { request in
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

    /// Redirects a request for one of the hosts to this server, and trusts only the server's certificate.
    func redirect(_ request: inout HTTPRequest) throws(HTTPError) { try server.redirect(&request) }

    func stop() { server.stop() }
}
