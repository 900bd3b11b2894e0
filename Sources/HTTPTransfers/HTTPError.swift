/// Why a transfer gave no answer.
package enum HTTPError: Error, Hashable, Sendable {
    /// Worth trying again: no connection, a timeout, a connection that closed early.
    case unreachable(String)
    /// The server's certificate, or ours, does not hold.
    case untrusted(String)
    /// The answer is larger than was allowed, in bytes.
    case tooLarge(limit: Int)
    /// A URL or an option that makes no sense.
    case invalid(String)
}
