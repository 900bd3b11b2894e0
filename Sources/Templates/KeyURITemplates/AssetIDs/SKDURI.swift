import TextFormats

/// A `skd:` URI, divided as bytes at its delimiters (RFC 3986 section 3), without any normalization.
struct SKDURI {
    /// A query parameter with a value.
    struct Parameter {
        let name: String
        let value: ArraySlice<UInt8>
    }

    let bytes: [UInt8]

    /// Creates a URI, or returns nil if the text does not begin with `skd:`.
    init?(_ uri: String) {
        guard uri.utf8.starts(with: "skd:".utf8) else { return nil }
        bytes = Array(uri.utf8)
    }

    var afterColon: ArraySlice<UInt8> { bytes[4...] }

    /// The part after `skd://`, or nil if no slashes follow the colon.
    var afterSlashes: ArraySlice<UInt8>? {
        afterColon.starts(with: "//".utf8) ? afterColon.dropFirst(2) : nil
    }

    /// The host, without user and port, or nil if Foundation would not see one.
    ///
    /// Foundation sees none if there is no authority, if the port is not a number, or if the host is in
    /// brackets.
    var host: ArraySlice<UInt8>? {
        guard let authority = afterSlashes?.prefix(while: { !"/?#".utf8.contains($0) }) else { return nil }
        let userEnd = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 }
        let hostAndPort = authority[(userEnd ?? authority.startIndex)...]
        let host = hostAndPort.prefix { $0 != UInt8(ascii: ":") }
        let port = hostAndPort[host.endIndex...].dropFirst()
        guard port.allSatisfy(\.isASCIIDigit),
            !host.contains(UInt8(ascii: "["))
        else { return nil }
        return host
    }

    /// The query parameters that have an equals sign.
    var queryParameters: [Parameter] {
        let beforeFragment = bytes.prefix { $0 != UInt8(ascii: "#") }
        guard let mark = beforeFragment.firstIndex(of: UInt8(ascii: "?")) else { return [] }
        return beforeFragment[(mark + 1)...].split(separator: UInt8(ascii: "&")).compactMap { pair in
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            return Parameter(
                name: String(decoding: pair[..<equals], as: UTF8.self),
                value: pair[(equals + 1)...]
            )
        }
    }
}
