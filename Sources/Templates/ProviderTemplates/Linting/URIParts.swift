/// The parts of a key URI that rules examine, divided as text (RFC 3986 section 3).
struct URIParts {
    /// The part before the first colon.
    let scheme: Substring
    /// The part between `//` and the next `/`, `?` or `#`, or nil if no `//` follows the colon.
    let authority: Substring?
    let queryNames: [String]

    init(_ uri: String) {
        let colon = uri.firstIndex(of: ":") ?? uri.endIndex
        scheme = uri[..<colon]
        let rest = uri[colon...].dropFirst()
        authority = rest.hasPrefix("//") ? rest.dropFirst(2).prefix { !"/?#".contains($0) } : nil
        let query = rest.drop { $0 != "?" }.dropFirst()
        queryNames = query.split(separator: "&").map { String($0.prefix { $0 != "=" }) }
    }

    private var hostAndPort: Substring? {
        authority.map { authority in
            authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        }
    }

    /// The host, or nil if there is no authority.
    var host: Substring? { hostAndPort?.prefix { $0 != ":" } }

    /// The part after the colon that follows the host, or nil if there is no such colon.
    var port: Substring? {
        guard let hostAndPort, hostAndPort.contains(":") else { return nil }
        return hostAndPort.drop { $0 != ":" }.dropFirst()
    }
}
