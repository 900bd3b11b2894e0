package import Failures

/// The location of a key store (`--key-store`, `FAIRLEAD_KEY_STORE`).
package enum KeyStoreLocation: Hashable, Sendable {
    /// A SQLite database in a file.
    case sqlite(path: String)
    /// A PostgreSQL database, by libpq's connection URI, which may contain a password.
    case postgreSQL(url: String)

    /// Parses `sqlite:PATH` or `postgresql://[USER@]HOST[:PORT]/DATABASE`.
    ///
    /// PATH is absolute or relative to the working directory; `sqlite:///PATH` is absolute too. Errors show
    /// at most the scheme, because the rest may contain a password.
    package init(parsing text: String) throws(RunFailure) {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            throw .invalidStoreLocation("key store", reason: "no scheme")
        }
        let scheme = text[..<colon].lowercased()
        let schemeSpecificPart = text[text.utf8.index(after: colon)...]
        switch scheme {
        case "sqlite":
            self = .sqlite(path: try Self.databasePath(schemeSpecificPart))
        case "postgresql", "postgres":
            self = .postgreSQL(url: try Self.connectionURI(text, afterScheme: schemeSpecificPart))
        default:
            throw .invalidStoreLocation("key store", reason: "unknown scheme")
        }
    }

    /// Returns the store that is used when none is named: `$XDG_DATA_HOME/fairlead/keys.sqlite`.
    ///
    /// `$HOME/.local/share` replaces the variable if it is not set or is a relative path (which the XDG Base
    /// Directory Specification says to ignore).
    package static func defaultStore(
        environment: [String: String]
    ) throws(RunFailure) -> KeyStoreLocation {
        let directory = try directory("XDG_DATA_HOME", orInHome: ".local/share", environment)
        return .sqlite(path: directory + "/fairlead/keys.sqlite")
    }

    /// Returns the key-encryption key file that is used when none is named: `$XDG_CONFIG_HOME/fairlead/kek`,
    /// or under `$HOME/.config`.
    package static func defaultKeyEncryptionKeyFile(
        environment: [String: String]
    ) throws(RunFailure) -> String {
        try directory("XDG_CONFIG_HOME", orInHome: ".config", environment) + "/fairlead/kek"
    }

    /// The name of the store for messages: a path, or `postgresql://HOST:PORT/DATABASE` without user,
    /// password and parameters.
    package var label: String {
        switch self {
        case .sqlite(let path): return path
        case .postgreSQL(let url):
            let authorityAndPath = url.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
                .prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
            // A password may contain a slash that should be encoded, so nothing before the last "@" is shown.
            let atSign = authorityAndPath.lastIndex(of: UInt8(ascii: "@"))
            let shown =
                atSign.map { authorityAndPath[authorityAndPath.index(after: $0)...] } ?? authorityAndPath
            return "postgresql://" + String(Substring(shown))
        }
    }

    /// Returns the URI as given, after a rough check; libpq parses it.
    private static func connectionURI(_ text: String, afterScheme: Substring) throws(RunFailure) -> String {
        guard afterScheme.utf8.starts(with: "//".utf8) else {
            throw .invalidStoreLocation("postgresql:…", reason: "no //, expected postgresql://HOST/DATABASE")
        }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .invalidStoreLocation(
                "postgresql:…",
                reason: "a control character in the URL, expected none"
            )
        }
        return "postgresql:" + afterScheme
    }

    private static func databasePath(_ text: Substring) throws(RunFailure) -> String {
        var path = String(text)
        if path.utf8.starts(with: "//".utf8) {
            guard path.utf8.dropFirst(2).first == UInt8(ascii: "/") else {
                throw .invalidStoreLocation("sqlite:…", reason: "a host, expected a path")
            }
            path = "/" + String(Substring(path.utf8.drop { $0 == UInt8(ascii: "/") }))
        }
        guard !path.isEmpty else { throw .invalidStoreLocation("sqlite:…", reason: "no path") }
        guard path != ":memory:" else {
            throw .invalidStoreLocation("sqlite:…", reason: "a store in memory would lose its keys")
        }
        guard !path.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .invalidStoreLocation("sqlite:…", reason: "a control character in the path, expected none")
        }
        return path
    }

    private static func directory(
        _ variable: String,
        orInHome fallback: String,
        _ environment: [String: String]
    ) throws(RunFailure) -> String {
        if let directory = environment[variable], directory.utf8.first == UInt8(ascii: "/") {
            return directory
        }
        guard let home = environment["HOME"], home.utf8.first == UInt8(ascii: "/") else {
            throw .invalidStoreLocation(
                "default key store",
                reason: "neither \(variable) nor HOME is an absolute path"
            )
        }
        return home + "/" + fallback
    }
}

extension KeyStoreLocation: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The same as ``label``.
    package var description: String { label }

    /// The same as ``label``.
    package var debugDescription: String { label }

    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension KeyStoreLocation {
    /// Indicates whether the location contains a password: before the host, or as a parameter of libpq.
    package var holdsPassword: Bool {
        guard case .postgreSQL(let url) = self else { return false }
        let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let authority = parts[0].utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
        if let atSign = authority.lastIndex(of: UInt8(ascii: "@")),
            authority[..<atSign].contains(UInt8(ascii: ":"))
        {
            return true
        }
        return parts.count > 1 && parts[1].split(separator: "&").contains { $0.hasPrefix("password=") }
    }
}
