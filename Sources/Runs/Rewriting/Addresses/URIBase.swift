import TextFormats

/// The location of a tree's root, as written in rebased URIs.
///
/// Examples are `https://cdn.example.com/movie/`, `/movie/` and `../movie/`. The last is relative to the root
/// directory of the playlists.
package struct URIBase: Hashable, Sendable {
    /// The reason why a URI cannot be rebased.
    enum Failure: Error, Hashable {
        /// The URI has no path.
        case empty
        /// The URI leads out of the root.
        case leavesRoot
    }

    /// The base with a slash at its end; empty for the root itself.
    private let text: String
    /// The components of a relative base, or nil if the base has a scheme or a leading slash.
    private let components: [String]?

    /// Creates a base from a command-line argument.
    ///
    /// Returns nil for an empty text, for one with a query, a fragment, white space, a quotation mark, a
    /// control character or a variable reference, and for a relative path with `..` after another component.
    package init?(argument: String) {
        let hasQueryOrFragment = argument.unicodeScalars.contains { $0 == "?" || $0 == "#" }
        guard !argument.isEmpty, !hasQueryOrFragment, !URIPath.hasIllegalCharacter(argument),
            !argument.contains("{$")
        else { return nil }
        let pathSegments = URIPath.split(argument)
        guard !URIPath.isAbsolute(argument) else {
            text = argument.hasSuffix("/") ? argument : argument + "/"
            components = nil
            return
        }
        let normalized = pathSegments.filter { $0 != "." && !$0.isEmpty }
        guard normalized.drop(while: { $0 == ".." }).allSatisfy({ $0 != ".." }) else { return nil }
        components = normalized
        text = normalized.isEmpty ? "" : normalized.joined(separator: "/") + "/"
    }

    /// Indicates whether a URI of the tree may begin with the base without having been rebased.
    ///
    /// A folder of the tree may have the name of the base: `media/1.ts` may have the base `media`, or lie in
    /// a folder `media`.
    var isAmbiguous: Bool { components?.first.map { $0 != ".." } ?? false }

    /// Returns a relative URI with the base before it.
    ///
    /// Dot segments are resolved only in URIs without variables, since their values may contain some.
    /// Everything else stays as written.
    ///
    /// - Parameters:
    ///   - uri: the relative URI as written, with its variables.
    ///   - folder: the folder of the playlist, relative to the root.
    ///   - skipsRebased: true if a URI that begins with the base counts as rebased already.
    /// - Returns: the new URI, or nil if it has the base already.
    /// - Throws: `Failure` if the URI has no path or leads out of the root.
    func rebased(
        _ uri: String,
        in folder: ArraySlice<String>,
        skipsRebased: Bool = true
    ) throws(Failure) -> String? {
        let path = URIPath.path(of: uri)
        let queryAndFragment = String(uri.utf8.dropFirst(path.utf8.count)) ?? ""
        guard !path.isEmpty else { throw .empty }
        let encodedFolder = folder.map(PercentEncoding.encode)
        guard !path.contains("{$") else {
            guard !skipsRebased || !hasRelativeBase(path, folder: encodedFolder) else { return nil }
            return prefix(depth: folder.count) + (encodedFolder + [path]).joined(separator: "/")
                + queryAndFragment
        }
        let resolved = URIPath.resolved(URIPath.split(path), in: encodedFolder)
        if skipsRebased, let components, resolved.starts(with: components), !components.isEmpty {
            return nil
        }
        guard resolved.first != ".." else { throw .leavesRoot }
        return prefix(depth: folder.count) + resolved.joined(separator: "/") + queryAndFragment
    }

    /// Returns the base as written in a playlist that is `depth` folders below the root.
    private func prefix(depth: Int) -> String {
        components == nil ? text : String(repeating: "../", count: depth) + text
    }

    /// Indicates whether a URI with variables has the relative base already, in the form that this type
    /// writes.
    private func hasRelativeBase(_ path: String, folder: [String]) -> Bool {
        guard components != nil else { return false }
        let writtenBase = prefix(depth: folder.count) + folder.map { $0 + "/" }.joined()
        return writtenBase.isEmpty || path.utf8.starts(with: writtenBase.utf8)
    }
}
