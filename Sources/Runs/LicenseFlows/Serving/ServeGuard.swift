import Ciphers
import LoopbackServers
import WipedMemory

/// The gate of `serve`: who may ask at all.
///
/// Any page in a browser of this machine can send requests to 127.0.0.1, under its own origin or under a name that resolves to it. So a
/// random token of the run is wanted always, `Host` has to be the address, and pages have to be of an origin that was named.
struct ServeGuard: Sendable {
    /// The header field of the token, for clients that do not have it in the path.
    static let tokenField = "X-Rehearsal-Token"

    /// The field by which each answer says that it is of a stand-in; the server adds it, also to what never comes here.
    static let standIn: LoopbackFields = ["X-Stand-In": "fairlead serve; not a license server"]

    let token: String
    let allowedOrigins: [String]

    /// What becomes of a request.
    enum Decision: ~Copyable {
        /// It is let through to a path, percent-encoded, without its first slash; the fields go with the answer.
        case pass(path: String, fields: LoopbackFields)
        /// It is answered here.
        case answer(LoopbackResponse)
    }

    /// Looks at a request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - port: the port of the server.
    /// - Returns: 421 for another host, 403 for another origin, 204 for the question before a request, 401 without the token.
    func decide(_ request: LoopbackRequest, port: Int) -> Decision {
        let address = "127.0.0.1:\(port)"
        guard request.headers["Host"] == address else {
            return .answer(Self.text(421, "This server is http://\(address) and no other host."))
        }
        var fields: LoopbackFields = ["Vary": "Origin"]
        if let origin = request.headers["Origin"] {
            guard allowedOrigins.contains(origin) || origin == "http://\(address)" else {
                return .answer(
                    Self.text(403, "Pages of this origin may not ask. Name it (--allow-origin).")
                )
            }
            fields.append("Access-Control-Allow-Origin", origin)
            fields.append("Access-Control-Expose-Headers", "Content-Range, X-Stand-In")
            if request.method == "OPTIONS" {
                fields.append("Access-Control-Allow-Methods", "GET, HEAD, POST")
                fields.append(
                    "Access-Control-Allow-Headers",
                    "Content-Type, Range, Accept, nv-authorizations, \(Self.tokenField)"
                )
                fields.append("Access-Control-Max-Age", "60")
                // Browsers ask this before they let a page on the network ask one of this machine.
                if request.headers["Access-Control-Request-Private-Network"] != nil {
                    fields.append("Access-Control-Allow-Private-Network", "true")
                }
                return .answer(LoopbackResponse(status: 204, headers: fields))
            }
        }
        if isOfOtherPage(request, address: address) {
            return .answer(Self.text(403, "Pages of this origin may not ask. Name it (--allow-origin)."))
        }
        guard request.path.utf8.first == UInt8(ascii: "/") else {
            return .answer(Self.text(400, "This is no proxy."))
        }
        let path = request.path.dropFirst()
        if let given = request.headers[Self.tokenField] {
            guard isToken(given) else { return .answer(Self.unauthorized) }
            let rest = Self.behindFirst(path)
            // With both it is the path of a page.
            return .pass(path: isToken(path.prefix { $0 != "/" }) ? rest : String(path), fields: fields)
        }
        guard isToken(path.prefix { $0 != "/" }) else { return .answer(Self.unauthorized) }
        return .pass(path: Self.behindFirst(path), fields: fields)
    }

    /// Whether a page of an origin that was not named asks in a way in which browsers send no `Origin`.
    ///
    /// They do so for the source of a video, or without CORS, and say it (Fetch Metadata, `Sec-Fetch-Site`).
    private func isOfOtherPage(_ request: LoopbackRequest, address: String) -> Bool {
        guard request.headers["Origin"] == nil,
            let site = request.headers["Sec-Fetch-Site"]?.lowercased(),
            site == "cross-site" || site == "same-site"
        else { return false }
        let referrer = (request.headers["Referer"] ?? "").split(
            separator: "/",
            maxSplits: 3,
            omittingEmptySubsequences: false
        )
        guard referrer.count > 2 else { return true }
        return !allowedOrigins.contains("\(referrer[0])//\(referrer[2])")
    }

    private static func behindFirst(_ path: Substring) -> String {
        String(path.drop { $0 != "/" }.dropFirst())
    }

    /// Compares without an end at the first difference.
    private func isToken(_ given: some StringProtocol) -> Bool {
        SecretBytes(copying: Array(given.utf8)).isEqual(to: SecretBytes(copying: Array(token.utf8)))
    }

    private static var unauthorized: LoopbackResponse {
        text(
            401,
            "The token of this run is missing: it is the first element of the path, or the field \(tokenField)."
        )
    }

    /// An answer of words alone.
    static func text(_ status: Int, _ words: String) -> LoopbackResponse {
        LoopbackResponse(
            status: status,
            headers: ["Content-Type": "text/plain; charset=utf-8"],
            body: Array((words + "\n").utf8)
        )
    }
}
