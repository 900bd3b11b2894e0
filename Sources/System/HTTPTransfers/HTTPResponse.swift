package import WipedMemory

/// What a server answered.
package struct HTTPResponse: ~Copyable, Sendable {
    /// The status code (RFC 9110 section 15).
    package let status: Int
    /// Names in lower case, and values; of a field that comes several times the last.
    package let headers: [String: String]
    /// The body, which may hold keys.
    package let body: SecretBytes

    /// Whether the status says that all is well.
    package var isSuccess: Bool { (200..<300).contains(status) }

    /// Whether the status says that the same request may do better later.
    package var isTransient: Bool { [408, 429, 500, 502, 503, 504].contains(status) }
}
