import TextFormats

/// A URL at which an app asks for a license: the answer of a token service (ExpressPlay: one line of `text/uri-list`, RFC 2483
/// section 5), or what a scheme swap makes of a key URI.
package enum TokenURL {
    /// Why a URL is none that an app can ask.
    package enum Fault: Hashable, Sendable {
        /// There is white space or a line ending in it.
        case wrapped
        /// Its scheme is not https, which apps are not let go without (App Transport Security).
        case notHTTPS(scheme: String)
        /// There is no host behind the scheme (RFC 3986 section 3.2.2).
        case noHost
        /// The port is none of 1 to 65535.
        case port
        /// There are bytes in it that are not ASCII, or more of it than ``byteLimit``.
        case notPlain
    }

    /// The longest URL that is asked, in bytes.
    package static let byteLimit = 8192

    /// Looks at a URL; of this machine it may be one of http.
    ///
    /// What asks it takes it apart with libcurl; here nothing is asked, so that templates are checked without one.
    ///
    /// - Parameter url: the URL.
    /// - Returns: why it cannot be asked; nil where it can.
    package static func fault(of url: String) -> Fault? {
        if url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) { return .wrapped }
        let scheme = String(url.prefix { $0 != ":" }).lowercased()
        let rest = url.utf8.dropFirst(scheme.utf8.count + 1)
        guard scheme == "https" || scheme == "http" else {
            return .notHTTPS(scheme: isScheme(scheme) && !rest.isEmpty ? scheme : "")
        }
        guard rest.starts(with: "//".utf8) else { return .noHost }
        guard url.utf8.count <= byteLimit, url.utf8.allSatisfy({ $0 < 0x80 }) else { return .notPlain }
        let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
        // A slash to browsers, and a part of the user's name to others.
        guard !authority.contains(UInt8(ascii: "\\")) else { return .noHost }
        let place = authority.lastIndex(of: UInt8(ascii: "@")).map {
            authority[authority.index(after: $0)...]
        }
        return fault(ofPlace: place ?? authority, isHTTPS: scheme == "https")
    }

    /// Looks at host and port.
    private static func fault(ofPlace place: Substring.UTF8View, isHTTPS: Bool) -> Fault? {
        let isBracketed = place.first == UInt8(ascii: "[")
        guard
            let end = isBracketed
                ? place.firstIndex(of: UInt8(ascii: "]")).map(place.index(after:))
                : place.firstIndex(of: UInt8(ascii: ":")) ?? place.endIndex,
            isBracketed ? isIPv6(place[..<end]) : isName(place[..<end])
        else { return .noHost }
        let host = String(Substring(place[..<end]))
        guard isHTTPS || ["127.0.0.1", "localhost", "[::1]"].contains(host) else {
            return .notHTTPS(scheme: "http")
        }
        let port = place[end...]
        guard !port.isEmpty else { return nil }
        let digits = port.dropFirst()
        let isPort = port.first == UInt8(ascii: ":") && digits.allSatisfy(\.isASCIIDigit)
        guard isPort, digits.isEmpty || UInt16(Substring(digits)).map({ $0 > 0 }) == true else {
            return .port
        }
        return nil
    }

    /// Whether a text in brackets may be an address of IPv6 (RFC 3986 section 3.2.2).
    private static func isIPv6(_ host: Substring.UTF8View) -> Bool {
        host.count > 3
            && host.dropFirst().dropLast().allSatisfy { byte in
                byte.hexDigitValue != nil || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
            }
    }

    /// Whether a text may be a name or an address of IPv4: a last label that is a number is of such an address alone (URL Standard, host
    /// parsing).
    private static func isName(_ host: Substring.UTF8View) -> Bool {
        let dot = UInt8(ascii: ".")
        // A name may end with a full stop.
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

    /// Whether a text may be shown as a scheme (RFC 3986 section 3.1): what somebody else answered may be anything, and of any length.
    private static func isScheme(_ text: String) -> Bool {
        text.utf8.count <= 16 && text.utf8.first.map { (0x61...0x7A).contains($0) } == true
            && text.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
            }
    }

    /// The URL of an answer of a token service.
    ///
    /// - Parameter body: `text/uri-list`: lines, of which those with `#` are comments.
    /// - Returns: the one URL; nil where there is none, or several.
    package static func read(_ body: [UInt8]) -> String? {
        let lines = body.split { $0 == 0x0A || $0 == 0x0D }.filter { $0.first != UInt8(ascii: "#") }
        guard lines.count == 1, let line = lines.first else { return nil }
        return String(validating: line, as: UTF8.self)
    }

    /// The address that an app makes of a key URI by its scheme (Adobe, TVSDK sample): `https://` in the place of `skd://`; of
    /// `skd:https://…` what stands behind `skd:`.
    ///
    /// - Parameter keyURI: the key URI.
    /// - Returns: the address; nil where an app finds neither form.
    package static func swapped(_ keyURI: String) -> String? {
        let bytes = keyURI.utf8
        if bytes.starts(with: "skd://".utf8) {
            return "https://" + String(decoding: bytes.dropFirst(6), as: UTF8.self)
        }
        guard bytes.starts(with: "skd:http".utf8) else { return nil }
        return String(decoding: bytes.dropFirst(4), as: UTF8.self)
    }
}
