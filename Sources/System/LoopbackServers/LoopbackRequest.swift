/// A request of a client to a ``LoopbackServer``.
///
/// The target is not decoded, cut or normalized. It is ASCII: the server refuses other targets (RFC 9112
/// section 3.2).
package struct LoopbackRequest: Sendable {
    /// The method as sent, such as `GET`.
    package let method: String
    /// The request target (RFC 9112 section 3.2) before the first question mark, as sent.
    ///
    /// It is a whole URL if the client takes the server for a proxy.
    package let path: String
    /// The request target after the first question mark, as sent, or nil if there is none.
    package let query: String?
    /// The header fields; bytes that are not UTF-8 are replaced.
    package let headers: LoopbackFields
    /// The body, after transfer codings are decoded.
    package let body: [UInt8]

    /// Creates a request from its target as sent.
    init(method: String, target: String, headers: LoopbackFields, body: [UInt8]) {
        let utf8 = target.utf8
        let questionMark = utf8.firstIndex(of: UInt8(ascii: "?"))
        self.method = method
        path = String(target[..<(questionMark ?? utf8.endIndex)])
        query = questionMark.map { String(target[utf8.index(after: $0)...]) }
        self.headers = headers
        self.body = body
    }
}
