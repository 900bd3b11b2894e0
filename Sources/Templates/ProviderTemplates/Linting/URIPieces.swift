/// The pieces of a key URI that rules look at, cut as text (RFC 3986 section 3).
struct URIPieces {
    /// What stands before the first colon.
    let scheme: Substring
    /// What stands between `//` and the next `/`, `?` or `#`; nil without `//`.
    let authority: Substring?
    /// The names in the query.
    let queryNames: [String]

    init(_ uri: String) {
        let colon = uri.firstIndex(of: ":") ?? uri.endIndex
        scheme = uri[..<colon]
        let rest = uri[colon...].dropFirst()
        authority = rest.hasPrefix("//") ? rest.dropFirst(2).prefix { !"/?#".contains($0) } : nil
        let query = rest.drop { $0 != "?" }.dropFirst()
        queryNames = query.split(separator: "&").map { String($0.prefix { $0 != "=" }) }
    }

    /// The authority without a user.
    private var hostAndPort: Substring? {
        authority.map { authority in
            authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        }
    }

    /// The host.
    var host: Substring? { hostAndPort?.prefix { $0 != ":" } }

    /// What stands behind the host's colon; nil without one.
    var port: Substring? {
        guard let hostAndPort, hostAndPort.contains(":") else { return nil }
        return hostAndPort.drop { $0 != ":" }.dropFirst()
    }
}
