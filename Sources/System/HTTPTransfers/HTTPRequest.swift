/// A request with its server, and the limits of the response.
package struct HTTPRequest: Sendable {
    /// The method (RFC 9110 section 9).
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    /// The trusted authorities and the client certificate.
    package struct Identity: Hashable, Sendable {
        /// The PEM file of the only trusted authorities, or nil for those of the system.
        package var authorityFile: String?
        /// The PEM text of the only trusted authorities, or nil if ``authorityFile`` applies.
        package var authorityPEM: [UInt8]?
        /// The PEM file of the client certificate, followed by those of its authorities.
        package var certificateFile: String?
        /// The PEM file of the client's private key, without a passphrase, or nil if it is in
        /// ``certificateFile``.
        package var keyFile: String?

        /// Creates an identity without a client certificate; the system's authorities are trusted.
        package init() {}
    }

    /// The limits after which a transfer is given up.
    package struct Limits: Hashable, Sendable {
        /// The maximum time until the connection is established.
        var connectTime = Duration.seconds(10)
        /// The maximum time of the whole transfer.
        package var totalTime = Duration.seconds(30)
        /// The maximum time without a received byte.
        package var silence = Duration.seconds(20)
        /// The maximum length of the body, in bytes.
        package var bodyByteCount = 4 << 20

        /// Creates limits that suit a document.
        package init() {}
    }

    var method: Method
    package var url: HTTPURL
    package var headers: [HTTPHeader] = []
    /// The body of a ``Method/post`` request; libcurl keeps a copy until the response is complete.
    package var body: [UInt8] = []
    package var identity = Identity()
    package var limits = Limits()
    /// The port on 127.0.0.1 to connect to instead of the URL's host and port, or nil to use these.
    ///
    /// No proxy is used then. All else is as for the URL: `Host`, the TLS server name, and the name that the
    /// certificate must have.
    package var loopbackPort: Int?

    /// Creates a request without headers and body.
    package init(_ method: Method, _ url: HTTPURL) {
        self.method = method
        self.url = url
    }
}
