package import WipedMemory

/// A response of a ``LoopbackServer``.
///
/// It is not copyable, because the body may contain keys. The server wipes the copy that it sends. It cannot
/// wipe the copies of TLS and the kernel, nor those in NIO's network buffers when a connection breaks during
/// a write.
package struct LoopbackResponse: ~Copyable, Sendable {
    /// The body of a response.
    enum Body: ~Copyable, Sendable {
        /// Bytes, which may be keys.
        case bytes(SecretBytes)
        /// A part of a file, which is read while it is sent, may be larger than memory and is not wiped.
        case file(LoopbackFile)

        /// The length of the body, in bytes.
        var count: UInt64 {
            switch self {
            case .bytes(let bytes): UInt64(bytes.count)
            case .file(let file): file.count
            }
        }
    }

    /// The status code, 200 to 599 (RFC 9110 section 15); the server sends 500 instead of any other.
    package let status: Int
    /// The header fields without `Content-Length`; the server sends 500 if HTTP does not allow one of them.
    ///
    /// The server adds `Date` if it is missing, and closes the connection after a response with
    /// `Connection: close`.
    package var headers: LoopbackFields
    /// The body; only its length is sent in response to `HEAD`.
    let body: Body
    /// The time by which the response is delayed; no thread is blocked meanwhile.
    package var delay = Duration.zero

    /// A copy of the body for callers without a network connection, empty if the body is a file.
    package var bodyBytes: [UInt8] {
        switch body {
        case .bytes(let bytes): bytes.withSpan { span in span.indices.map { span[$0] } }
        case .file: []
        }
    }

    /// Creates a response whose body may contain keys.
    package init(status: Int, headers: LoopbackFields = [:], body: consuming SecretBytes) {
        self.status = status
        self.headers = headers
        self.body = .bytes(body)
    }

    /// Creates a response without secrets.
    package init(status: Int, headers: LoopbackFields = [:], body: [UInt8] = []) {
        self.init(status: status, headers: headers, body: SecretBytes(copying: body))
    }

    /// Creates a response with a part of a file as its body.
    package init(status: Int, headers: LoopbackFields = [:], file: consuming LoopbackFile) {
        self.status = status
        self.headers = headers
        body = .file(file)
    }
}
