import Ciphers
import HTTPTransfers
import KeyRecordFormats
import LoopbackServers
import Rehearsal
import WipedMemory

/// A stand-in for the https servers that give keys as they are, by the URL of the request, from an exported file.
struct KeyDeliveryServer {
    private let server: StandInServer

    /// Starts it for the hosts that key URLs name.
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

    /// Directs a request, whose host is one of the server's, to the server, trusting it alone.
    func direct(_ request: inout HTTPRequest) throws(HTTPError) { try server.direct(&request) }

    /// Closes its port.
    func stop() { server.stop() }
}
