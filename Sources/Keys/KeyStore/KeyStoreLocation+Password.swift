extension KeyStoreLocation {
    /// Indicates whether the location contains a password: before the host, or as a parameter of libpq.
    package var holdsPassword: Bool {
        guard case .postgreSQL(let url) = self else { return false }
        let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let authority = parts[0].utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
        if let at = authority.lastIndex(of: UInt8(ascii: "@")),
            authority[..<at].contains(UInt8(ascii: ":"))
        {
            return true
        }
        return parts.count > 1 && parts[1].split(separator: "&").contains { $0.hasPrefix("password=") }
    }
}
