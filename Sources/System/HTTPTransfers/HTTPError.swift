import CCurl
package import SharedLibraries

/// The reason why a transfer has no response; no message contains the path, query or userinfo of a URL, or a
/// header.
package enum HTTPError: Error, Hashable, Sendable {
    /// A failure that may pass: no connection, a timeout, a connection that closed early.
    case unreachable(String)
    /// The certificate of the server, or of the client, is not valid.
    case untrusted(String)
    /// The response is larger than the limit, in bytes.
    case tooLarge(limit: Int)
    /// A URL or an option is invalid.
    case invalid(String)
    /// libcurl cannot be loaded.
    case missingLibrary(SharedLibraryError)
    /// The caller cancelled the transfer.
    case cancelled
}

extension HTTPError: CustomStringConvertible {
    /// A clause for the parentheses of a message.
    package var description: String {
        switch self {
        case .unreachable(let reason), .invalid(let reason): reason
        case .untrusted(let reason): "TLS: \(reason)"
        case .tooLarge(let limit): "its answer is larger than \(limit) bytes"
        case .missingLibrary(let error): error.description
        case .cancelled: "interrupted"
        }
    }
}

extension HTTPError {
    /// Creates the error for a result code of libcurl, with libcurl's message in `reason`.
    ///
    /// A message that quotes a URL is replaced by the description of the code, because the URL may be that of
    /// a proxy with a password.
    init(_ code: CURLcode, _ reason: String) {
        let isQuoting = reason.contains("://") || reason.contains("@")
        let reason = Self.printable(isQuoting ? Self.message(for: code) : reason)
        self =
            switch code {
            case CURLE_ABORTED_BY_CALLBACK: .cancelled
            case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_UNKNOWN_OPTION, CURLE_NOT_BUILT_IN,
                CURLE_BAD_FUNCTION_ARGUMENT:
                .invalid(reason)
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE,
                CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CRL_BADFILE,
                CURLE_SSL_CLIENTCERT:
                .untrusted(reason)
            // A handshake that breaks off may be a network failure; an alert of the other side is a refusal.
            case CURLE_SSL_CONNECT_ERROR, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
                Self.isRefusal(reason) ? .untrusted(reason) : .unreachable(reason)
            default: .unreachable(reason)
            }
    }

    /// Returns libcurl's description of a result code.
    static func message(for code: CURLcode) -> String {
        unsafe libcurl.curl_easy_strerror(code).map { unsafe String(cString: $0) } ?? ""
    }

    /// Indicates whether a message contains one of OpenSSL's names for alerts (RFC 8446 section 6), or says
    /// that the server does not speak TLS.
    private static func isRefusal(_ reason: String) -> Bool {
        ["alert", "wrong version number", "unsupported protocol"].contains { reason.contains($0) }
    }

    /// Returns the first 200 characters, with everything except printable ASCII replaced by blanks.
    private static func printable(_ reason: String) -> String {
        String(
            String.UnicodeScalarView(
                reason.unicodeScalars.prefix(200).map { (" "..."~").contains($0) ? $0 : " " }
            )
        )
    }
}
