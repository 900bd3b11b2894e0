/// What is asked, of whom, and how long and large an answer may be.
package struct HTTPRequest: Sendable {
    /// What is done (RFC 9110 section 9).
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    /// Who is trusted, and who we are.
    package struct Identity: Hashable, Sendable {
        /// PEM file of the only authorities that are trusted; nil for those of the system.
        package var authorityFile: String?
        /// PEM text of the only authorities that are trusted, instead of a file; nil for ``authorityFile``.
        package var authorityPEM: [UInt8]?
        /// PEM file of our certificate, with those of its authorities behind it.
        package var certificateFile: String?
        /// PEM file of its private key, without a passphrase; nil if it is in ``certificateFile``.
        package var keyFile: String?

        /// Nobody in particular, who trusts the system's authorities.
        package init() {}
    }

    /// When an answer is given up.
    package struct Limits: Hashable, Sendable {
        /// Longest time until there is a connection.
        package var connection = Duration.seconds(10)
        /// Longest time altogether.
        package var total = Duration.seconds(30)
        /// Longest time without a byte.
        package var silence = Duration.seconds(20)
        /// Largest body, in bytes.
        package var bytes = 4 << 20

        /// Limits for a document.
        package init() {}
    }

    package var method: Method
    package var url: HTTPURL
    package var headers: [HTTPHeader] = []
    /// Sent with ``Method/post``; libcurl keeps a copy until the answer is there.
    package var body: [UInt8] = []
    package var identity = Identity()
    package var limits = Limits()
    /// A port on 127.0.0.1 that is connected to instead of the URL's host and port; nil for these.
    ///
    /// There is no proxy then. All else is as the URL says: `Host`, the name that TLS asks for and that the certificate has to have.
    package var loopbackPort: Int?

    /// A request without headers and body.
    package init(_ method: Method, _ url: HTTPURL) {
        self.method = method
        self.url = url
    }
}
