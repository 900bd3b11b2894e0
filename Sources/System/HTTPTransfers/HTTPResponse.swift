package import WipedMemory

/// The response of a server.
package struct HTTPResponse: ~Copyable, Sendable {
    /// The status code (RFC 9110 section 15).
    package let status: Int
    /// The header fields, with names in lower case; of repeated fields the last value.
    package let headers: [String: String]
    /// The body, which may contain keys.
    package let body: SecretBytes

    /// Indicates whether the status is a success (2xx).
    package var isSuccess: Bool { (200..<300).contains(status) }

    /// Indicates whether the same request may succeed later, according to the status.
    package var isTransient: Bool { [408, 429, 500, 502, 503, 504].contains(status) }
}
