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
