import CCurl

/// Where a request goes: an absolute `https` URL, or an `http` one of this machine.
///
/// Answers are keys, so nothing is asked in the clear over a network. libcurl itself takes the URL apart, as it does for the
/// transfer: there is no second opinion on what the host is. Printing it shows ``label``.
package struct HTTPURL: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// Longest URL, in bytes.
    package static let byteLimit = 8192

    /// As it was given, with what must not be shown.
    package let text: String
    /// Scheme, host and port: what may be shown.
    package let label: String
    /// The host, in lower case; of IPv6 between brackets.
    package let host: String
    /// Whether a password stands before the host.
    package let holdsPassword: Bool
    /// Whether the host is this machine.
    package let isLoopback: Bool

    /// ``label``.
    package var description: String { label }
    package var customMirror: Mirror { Mirror(self, children: [("label", label)]) }

    /// Checks `text`.
    package init(_ text: String) throws(HTTPError) {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), text.utf8.count <= Self.byteLimit else {
            throw .invalid(
                "the URL has blanks, other bytes than printable ASCII, or more than \(Self.byteLimit) bytes"
            )
        }
        let parts = try URLParts(text)
        guard parts.scheme == "https" || parts.scheme == "http" else {
            throw .invalid("the URL begins with \(parts.scheme), expected https")
        }
        host = parts.host
        isLoopback = Self.isLoopback(host)
        holdsPassword = parts.hasPassword
        guard parts.scheme == "https" || isLoopback else {
            throw .invalid("http sends keys in the clear, expected https (http only to localhost)")
        }
        self.text = text
        label = "\(parts.scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
    }

    /// `localhost`, 127.0.0.0/8 or ::1; libcurl never asks a name server for `localhost`.
    private static func isLoopback(_ host: String) -> Bool {
        guard host != "localhost", host != "[::1]" else { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers[0] == 127 && numbers.allSatisfy { $0 != nil }
    }
}

/// A URL as libcurl takes it apart.
private struct URLParts {
    let scheme: String
    let host: String
    let port: String?
    let hasPassword: Bool

    init(_ text: String) throws(HTTPError) {
        try LibCurl.load()
        guard let handle = unsafe libcurl.curl_url() else { throw .unreachable("out of memory") }
        defer { unsafe libcurl.curl_url_cleanup(handle) }
        // Schemes that libcurl does not know are told by name, not as a malformed URL.
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME)
        guard unsafe libcurl.curl_url_set(handle, CURLUPART_URL, text, flags) == CURLUE_OK,
            let scheme = unsafe Self.part(CURLUPART_SCHEME, of: handle),
            let host = unsafe Self.part(CURLUPART_HOST, of: handle)
        else { throw .invalid("this is no URL, expected https://HOST/PATH") }
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
