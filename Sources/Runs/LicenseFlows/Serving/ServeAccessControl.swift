import Ciphers
import LoopbackServers
import ProtectionTerms
import WipedMemory

/// The access control of `serve`.
///
/// Any page in a browser on this machine can send requests to 127.0.0.1, under its own origin or under a name
/// that resolves to it. So each request needs the random token of the run, `Host` has to be the server's
/// address, and the origin of a page has to be on the list of the user.
struct ServeAccessControl: Sendable {
    /// The header field of the token, for clients that do not have it in the path.
    static let tokenField = "X-Rehearsal-Token"

    /// The header field that marks each answer as a stand-in's; the server adds it even to answers not
    /// handled here.
    static let standIn: LoopbackFields = ["X-Stand-In": "fairlead serve; not a license server"]

    let token: String
    let allowedOrigins: [String]

    /// A decision about a request.
    enum Decision: ~Copyable {
        /// The request is accepted.
        ///
        /// The path is percent-encoded, without the token and the leading slash. The fields are added to the
        /// answer.
        case pass(path: String, fields: LoopbackFields)
        /// The request is answered at once.
        case answer(LoopbackResponse)
    }

    /// Decides about a request.
    ///
    /// - Parameters:
    ///   - request: the HTTP request.
    ///   - port: the port of the server.
    /// - Returns: an accepted path, or an answer: 421 for another host, 403 for another origin, 204 for a
    ///   CORS preflight request, 400 for a path without a leading slash, 401 without the token.
    func decide(_ request: LoopbackRequest, port: Int) -> Decision {
        let address = "127.0.0.1:\(port)"
        guard request.headers["Host"] == address else {
            return .answer(Self.textResponse(421, "This server answers only requests to http://\(address)."))
        }
        var fields: LoopbackFields = ["Vary": "Origin"]
        if let origin = request.headers["Origin"] {
            guard allowedOrigins.contains(origin) || origin == "http://\(address)" else {
                return .answer(
                    Self.textResponse(
                        403,
                        "Pages of this origin may not send requests. Allow the origin (\(CommandOption.allowOrigin))."
                    )
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
                // Browsers ask for this before they let a page from the network send requests to this
                // machine.
                if request.headers["Access-Control-Request-Private-Network"] != nil {
                    fields.append("Access-Control-Allow-Private-Network", "true")
                }
                return .answer(LoopbackResponse(status: 204, headers: fields))
            }
        }
        if isOfOtherPage(request, address: address) {
            return .answer(
                Self.textResponse(
                    403,
                    "Pages of this origin may not send requests. Allow the origin (\(CommandOption.allowOrigin))."
                )
            )
        }
        guard request.path.utf8.first == UInt8(ascii: "/") else {
            return .answer(Self.textResponse(400, "This server is not a proxy."))
        }
        let path = request.path.dropFirst()
        if let headerToken = request.headers[Self.tokenField] {
            guard isToken(headerToken) else { return .answer(Self.unauthorized) }
            let rest = Self.afterFirstComponent(path)
            // A page that was loaded with the token in its path may send the header field as well.
            return .pass(path: isToken(path.prefix { $0 != "/" }) ? rest : String(path), fields: fields)
        }
        guard isToken(path.prefix { $0 != "/" }) else { return .answer(Self.unauthorized) }
        return .pass(path: Self.afterFirstComponent(path), fields: fields)
    }

    /// Indicates whether a page of another origin sends the request in a way for which browsers omit
    /// `Origin`.
    ///
    /// Browsers omit it for video sources and requests without CORS, but send `Sec-Fetch-Site` (Fetch
    /// Metadata).
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

    private static func afterFirstComponent(_ path: Substring) -> String {
        String(path.drop { $0 != "/" }.dropFirst())
    }

    /// Compares in constant time.
    private func isToken(_ candidate: some StringProtocol) -> Bool {
        SecretBytes(copying: Array(candidate.utf8)).isEqual(to: SecretBytes(copying: Array(token.utf8)))
    }

    private static var unauthorized: LoopbackResponse {
        textResponse(
            401,
            "The token of this run is missing: it is the first element of the path, or the field \(tokenField)."
        )
    }

    /// Creates a plain text answer.
    static func textResponse(_ status: Int, _ message: String) -> LoopbackResponse {
        LoopbackResponse(
            status: status,
            headers: ["Content-Type": "text/plain; charset=utf-8"],
            body: Array((message + "\n").utf8)
        )
    }
}
