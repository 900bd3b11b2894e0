import CCurl

/// The URL of a request: an absolute `https` URL, or an `http` URL on this machine.
///
/// Responses may be keys, so that nothing is requested in the clear over a network. libcurl parses the URL
/// here and for the transfer, so that both always agree on the host. The description is the ``label``.
package struct HTTPURL: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The maximum length of a URL, in bytes.
    static let byteLimit = 8192

    /// The URL as given, including parts that must not be shown.
    package let text: String
    /// The scheme, host and port, which may be shown.
    package let label: String
    /// The host in lower case, in brackets if it is an IPv6 address.
    package let host: String
    /// Indicates whether the URL contains a password.
    package let holdsPassword: Bool
    /// Indicates whether the host is this machine.
    package let isLoopback: Bool

    package var description: String { label }
    package var customMirror: Mirror { Mirror(self, children: [("label", label)]) }

    /// Parses and checks a URL.
    package init(_ text: String) throws(HTTPError) {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), text.utf8.count <= Self.byteLimit else {
            throw .invalid(
                "the URL has spaces, other bytes than printable ASCII, or more than \(Self.byteLimit) bytes"
            )
        }
        let parts = try URLParts(text)
        guard parts.scheme == "https" || parts.scheme == "http" else {
            throw .invalid("the URL begins with \(parts.scheme), not with https")
        }
        host = parts.host
        isLoopback = Self.isLoopback(host)
        holdsPassword = parts.hasPassword
        guard parts.scheme == "https" || isLoopback else {
            throw .invalid("http sends keys in the clear; only https is allowed, except to localhost")
        }
        self.text = text
        label = "\(parts.scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
    }

    /// Indicates whether the host is `localhost`, in 127.0.0.0/8, or ::1; libcurl never resolves `localhost`
    /// by DNS.
    private static func isLoopback(_ host: String) -> Bool {
        guard host != "localhost", host != "[::1]" else { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers[0] == 127 && numbers.allSatisfy { $0 != nil }
    }
}

/// The parts of a URL, as libcurl parses it.
private struct URLParts {
    let scheme: String
    let host: String
    let port: String?
    let hasPassword: Bool

    init(_ text: String) throws(HTTPError) {
        try LibCurl.load()
        guard let handle = unsafe libcurl.curl_url() else { throw .unreachable("out of memory") }
        defer { unsafe libcurl.curl_url_cleanup(handle) }
        // Accepts schemes unknown to libcurl, so that messages name the scheme instead of calling the URL
        // malformed.
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME)
        guard unsafe libcurl.curl_url_set(handle, CURLUPART_URL, text, flags) == CURLUE_OK,
            let scheme = unsafe Self.part(CURLUPART_SCHEME, of: handle),
            let host = unsafe Self.part(CURLUPART_HOST, of: handle)
        else { throw .invalid("this is not a URL such as https://HOST/PATH") }
        self.scheme = scheme.lowercased()
        self.host = host.lowercased()
        unsafe port = Self.part(CURLUPART_PORT, of: handle)
        unsafe hasPassword = Self.part(CURLUPART_PASSWORD, of: handle) != nil
    }

    private static func part(_ part: CURLUPart, of handle: OpaquePointer) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard unsafe libcurl.curl_url_get(handle, part, &value, 0) == CURLUE_OK, let found = unsafe value
        else {
            return nil
        }
        defer { unsafe libcurl.curl_free(found) }
        return unsafe String(cString: found)
    }
}
