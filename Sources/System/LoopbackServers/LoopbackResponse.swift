package import WipedMemory

/// The answer of a ``LoopbackServer``.
///
/// Not copyable, as its body may hold keys. The server wipes the copy that is sent; what TLS and the kernel copy of it is out
/// of reach.
package struct LoopbackResponse: ~Copyable, Sendable {
    /// The status code, 200 to 599 (RFC 9110 section 15): the server answers 500 instead of any other.
    package let status: Int
    /// The header fields besides `Date` and `Content-Length`: the server answers 500 where HTTP does not allow one.
    package let headers: LoopbackFields
    /// The body; to `HEAD` its length is sent alone.
    package let body: SecretBytes

    /// An answer whose body may hold keys.
    package init(status: Int, headers: LoopbackFields = [:], body: consuming SecretBytes) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer without secrets.
    package init(status: Int, headers: LoopbackFields = [:], body: [UInt8] = []) {
        self.init(status: status, headers: headers, body: SecretBytes(copying: body))
    }
}
