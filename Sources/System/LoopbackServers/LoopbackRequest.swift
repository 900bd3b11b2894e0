/// A request that a client sent to a ``LoopbackServer``.
///
/// Nothing of the target is decoded, cut or put in order. It is ASCII: the server refuses any other (RFC 9112 section 3.2).
package struct LoopbackRequest: Sendable {
    /// The method, such as `GET`, as it was sent.
    package let method: String
    /// The request target (RFC 9112 section 3.2) up to the first question mark, as it was sent: of clients that take the server
    /// for a proxy a whole URL.
    package let path: String
    /// The target behind the first question mark, as it was sent, or nil where it has none.
    package let query: String?
    /// The header fields; bytes that are not UTF-8 are replaced.
    package let headers: LoopbackFields
    /// The body, without what transfer codings add.
    package let body: [UInt8]

    /// A request with its target as it was sent.
    init(method: String, target: String, headers: LoopbackFields, body: [UInt8]) {
        let utf8 = target.utf8
        let mark = utf8.firstIndex(of: UInt8(ascii: "?"))
        self.method = method
        path = String(target[..<(mark ?? utf8.endIndex)])
        query = mark.map { String(target[utf8.index(after: $0)...]) }
        self.headers = headers
        self.body = body
    }
}
