package import WipedMemory

/// The answer of a ``LoopbackServer``.
///
/// Not copyable, as its body may hold keys. The server wipes the copy of it that is sent; what TLS and the kernel copy of that is
/// out of reach, and so is what NIO's memory for the network held of it where a connection broke in the middle of a write.
package struct LoopbackResponse: ~Copyable, Sendable {
    /// What is sent behind the head.
    package enum Body: ~Copyable, Sendable {
        /// Bytes that may hold keys.
        case bytes(SecretBytes)
        /// A part of a file, which is read while it is sent and may be larger than memory; it is not wiped.
        case file(LoopbackFile)

        /// Number of bytes.
        package var count: UInt64 {
            switch self {
            case .bytes(let bytes): UInt64(bytes.count)
            case .file(let file): file.count
            }
        }
    }

    /// The status code, 200 to 599 (RFC 9110 section 15): the server answers 500 instead of any other.
    package let status: Int
    /// The header fields besides `Content-Length`; the server answers 500 where HTTP does not allow one.
    ///
    /// It adds `Date` where there is none, and closes the connection behind an answer with `Connection: close`.
    package var headers: LoopbackFields
    /// The body; to `HEAD` its length is sent alone.
    package let body: Body
    /// How long the answer is held back; no thread waits meanwhile.
    package var delay = Duration.zero

    /// A copy of the body for who asks without a network; nothing of a file.
    package var bodyBytes: [UInt8] {
        switch body {
        case .bytes(let bytes): bytes.withSpan { span in span.indices.map { span[$0] } }
        case .file: []
        }
    }

    /// An answer whose body may hold keys.
    package init(status: Int, headers: LoopbackFields = [:], body: consuming SecretBytes) {
        self.status = status
        self.headers = headers
        self.body = .bytes(body)
    }

    /// An answer without secrets.
    package init(status: Int, headers: LoopbackFields = [:], body: [UInt8] = []) {
        self.init(status: status, headers: headers, body: SecretBytes(copying: body))
    }

    /// An answer with a part of a file.
    package init(status: Int, headers: LoopbackFields = [:], file: consuming LoopbackFile) {
        self.status = status
        self.headers = headers
        body = .file(file)
    }
}
