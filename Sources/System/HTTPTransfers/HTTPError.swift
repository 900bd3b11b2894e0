package import SharedLibraries

/// Why a transfer gave no answer; no text of it holds the path, query or userinfo of a URL, or a header.
package enum HTTPError: Error, Hashable, Sendable {
    /// Worth trying again: no connection, a timeout, a connection that closed early.
    case unreachable(String)
    /// The server's certificate, or ours, does not hold.
    case untrusted(String)
    /// The answer is larger than was allowed, in bytes.
    case tooLarge(limit: Int)
    /// A URL or an option that makes no sense.
    case invalid(String)
    /// There is no libcurl.
    case missingLibrary(SharedLibraryError)
    /// Whoever asked does not want the answer any more.
    case cancelled
}

extension HTTPError: CustomStringConvertible {
    /// For the parentheses of a message.
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
