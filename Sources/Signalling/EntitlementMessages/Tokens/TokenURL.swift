import TextFormats

/// A URL from which an app requests a license.
///
/// It is the answer of a token service (ExpressPlay: one line of `text/uri-list`, RFC 2483 section 5), or a
/// key URI whose scheme the app has replaced.
package enum TokenURL {
    /// The reason why an app cannot request a URL.
    package enum Fault: Hashable, Sendable {
        /// The URL contains white space or a line ending.
        case whitespace
        /// The scheme is not https, which App Transport Security requires.
        case notHTTPS(scheme: String)
        /// There is no valid host after the scheme (RFC 3986 section 3.2.2).
        case noHost
        /// The port is not one of 1 to 65535.
        case port
        /// The URL has bytes other than ASCII, or is longer than ``byteLimit``.
        case notPlain
    }

    /// The longest URL that is requested, in bytes.
    package static let byteLimit = 8192

    /// Checks a URL; http is allowed for hosts on this machine only.
    ///
    /// Requests themselves use libcurl's parser. This check has its own, so that templates can be checked
    /// without libcurl.
    ///
    /// - Parameter url: the URL.
    /// - Returns: the reason why an app cannot request it, or nil if it can.
    package static func fault(of url: String) -> Fault? {
        if url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) { return .whitespace }
        let scheme = String(url.prefix { $0 != ":" }).lowercased()
        let rest = url.utf8.dropFirst(scheme.utf8.count + 1)
        guard scheme == "https" || scheme == "http" else {
            return .notHTTPS(scheme: isScheme(scheme) && !rest.isEmpty ? scheme : "")
        }
        guard rest.starts(with: "//".utf8) else { return .noHost }
        guard url.utf8.count <= byteLimit, url.utf8.allSatisfy({ $0 < 0x80 }) else { return .notPlain }
        let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
        // Browsers treat a backslash like a slash; other parsers treat it as part of the user name.
        guard !authority.contains(UInt8(ascii: "\\")) else { return .noHost }
        let hostAndPort = authority.lastIndex(of: UInt8(ascii: "@")).map {
            authority[authority.index(after: $0)...]
        }
        return fault(ofHostAndPort: hostAndPort ?? authority, isHTTPS: scheme == "https")
    }

    /// Checks the host and port.
    private static func fault(ofHostAndPort hostAndPort: Substring.UTF8View, isHTTPS: Bool) -> Fault? {
        let isBracketed = hostAndPort.first == UInt8(ascii: "[")
        guard
            let end = isBracketed
                ? hostAndPort.firstIndex(of: UInt8(ascii: "]")).map(hostAndPort.index(after:))
                : hostAndPort.firstIndex(of: UInt8(ascii: ":")) ?? hostAndPort.endIndex,
            isBracketed ? isIPv6(hostAndPort[..<end]) : isName(hostAndPort[..<end])
        else { return .noHost }
        let host = String(Substring(hostAndPort[..<end]))
        guard isHTTPS || ["127.0.0.1", "localhost", "[::1]"].contains(host) else {
            return .notHTTPS(scheme: "http")
        }
        let port = hostAndPort[end...]
        guard !port.isEmpty else { return nil }
        let digits = port.dropFirst()
        let isPort = port.first == UInt8(ascii: ":") && digits.allSatisfy(\.isASCIIDigit)
        guard isPort, digits.isEmpty || UInt16(Substring(digits)).map({ $0 > 0 }) == true else {
            return .port
        }
        return nil
    }

    /// Indicates whether a host in brackets may be an IPv6 address (RFC 3986 section 3.2.2).
    private static func isIPv6(_ host: Substring.UTF8View) -> Bool {
        host.count > 3
            && host.dropFirst().dropLast().allSatisfy { byte in
                byte.hexDigitValue != nil || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
            }
    }

    /// Indicates whether a host may be a name or an IPv4 address.
    ///
    /// A host whose last label is a number must be an IPv4 address (URL Standard, host parsing).
    private static func isName(_ host: Substring.UTF8View) -> Bool {
        let dot = UInt8(ascii: ".")
        // A name may end with a period.
        let labels = (host.last == dot ? host.dropLast() : host).split(
            separator: dot,
            omittingEmptySubsequences: false
        )
        guard labels.allSatisfy({ (1...63).contains($0.count) }), host.count <= 255,
            !host.contains(where: { "\\^`{|}<>\"".utf8.contains($0) }), let last = labels.last
        else { return false }
        let isNumber = last.allSatisfy(\.isASCIIDigit) || last.starts(with: "0x".utf8)
        return !isNumber
            || labels.count == 4
                && labels.allSatisfy { UInt8(Substring($0)) != nil && $0.first != UInt8(ascii: "+") }
    }

    /// Indicates whether messages may show a text as a URI scheme (RFC 3986 section 3.1).
    ///
    /// A server's answer may contain anything there, of any length.
    private static func isScheme(_ text: String) -> Bool {
        text.utf8.count <= 16 && text.utf8.first.map { (0x61...0x7A).contains($0) } == true
            && text.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
            }
    }

    /// Reads the URL in the answer of a token service.
    ///
    /// - Parameter body: `text/uri-list`: lines, of which those with `#` at the beginning are comments.
    /// - Returns: the only URL, or nil if there is none or several.
    package static func read(_ body: [UInt8]) -> String? {
        let lines = body.split { $0 == 0x0A || $0 == 0x0D }.filter { $0.first != UInt8(ascii: "#") }
        guard lines.count == 1, let line = lines.first else { return nil }
        return String(validating: line, as: UTF8.self)
    }

    /// Replaces the scheme of a key URI as apps do (Adobe, TVSDK sample).
    ///
    /// `skd://` becomes `https://`; of `skd:https://…`, the part after `skd:` remains.
    ///
    /// - Parameter keyURI: the key URI.
    /// - Returns: the URL, or nil if the key URI has neither form.
    package static func replacingScheme(_ keyURI: String) -> String? {
        let bytes = keyURI.utf8
        if bytes.starts(with: "skd://".utf8) {
            return "https://" + String(decoding: bytes.dropFirst(6), as: UTF8.self)
        }
        guard bytes.starts(with: "skd:http".utf8) else { return nil }
        return String(decoding: bytes.dropFirst(4), as: UTF8.self)
    }
}
