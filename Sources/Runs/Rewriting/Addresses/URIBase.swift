import TextFormats

/// Where the root of a tree is, for URIs that are re-based: `https://cdn.example.com/movie/`, `/movie/`, or a path that
/// is relative to the place of the playlists' root, as `../movie/`.
package struct URIBase: Hashable, Sendable {
    /// A URI that could not be re-based.
    enum Failure: Error, Hashable {
        /// It has no path of its own.
        case empty
        /// It leaves the root.
        case leavesRoot
    }

    /// The base with a slash at its end; empty for the root itself.
    private let text: String
    /// The components of a relative base; nil for one with a scheme or a leading slash.
    private let components: [String]?

    /// A base; nil for a text with a query, a fragment, a blank, a quote or a control character.
    package init?(argument: String) {
        let hasRest = argument.unicodeScalars.contains { $0 == "?" || $0 == "#" }
        guard !argument.isEmpty, !hasRest, !URIPath.hasIllegalCharacter(argument), !argument.contains("{$")
        else { return nil }
        let written = URIPath.split(argument)
        guard !URIPath.isAbsolute(argument) else {
            text = argument.hasSuffix("/") ? argument : argument + "/"
            components = nil
            return
        }
        let kept = written.filter { $0 != "." && !$0.isEmpty }
        guard kept.drop(while: { $0 == ".." }).allSatisfy({ $0 != ".." }) else { return nil }
        components = kept
        text = kept.isEmpty ? "" : kept.joined(separator: "/") + "/"
    }

    /// Whether a URI of the tree may begin with the base and not have it yet.
    var isAmbiguous: Bool { components?.first.map { $0 != ".." } ?? false }

    /// A relative URI with the base before it.
    ///
    /// A folder of the tree may have the name of the base: `media/1.ts` with the base `media` has it already, or not yet.
    ///
    /// Dot segments are resolved only in URIs without variables, whose values may have some. All else stays as written.
    ///
    /// - Parameters:
    ///   - uri: as written, with its variables; relative.
    ///   - folder: the folder of the playlist below the root.
    ///   - keepsHeld: whether a URI that begins with the base has it already.
    /// - Returns: the new URI; nil when it has the base already.
    /// - Throws: `Failure`.
    func rebased(
        _ uri: String,
        in folder: ArraySlice<String>,
        keepsHeld: Bool = true
    ) throws(Failure) -> String? {
        let path = URIPath.path(of: uri)
        let rest = String(uri.utf8.dropFirst(path.utf8.count)) ?? ""
        guard !path.isEmpty else { throw .empty }
        let encodedFolder = folder.map(PercentEncoding.encode)
        guard !path.contains("{$") else {
            guard !keepsHeld || !isRelativeAndHolds(path, folder: encodedFolder) else { return nil }
            return prefix(depth: folder.count) + (encodedFolder + [path]).joined(separator: "/") + rest
        }
        let resolved = URIPath.resolved(URIPath.split(path), in: encodedFolder)
        if keepsHeld, let components, resolved.starts(with: components), !components.isEmpty {
            return nil
        }
        guard resolved.first != ".." else { throw .leavesRoot }
        return prefix(depth: folder.count) + resolved.joined(separator: "/") + rest
    }

    /// The base as it is written in a playlist so many folders below the root.
    private func prefix(depth: Int) -> String {
        components == nil ? text : String(repeating: "../", count: depth) + text
    }

    /// Whether a URI with variables has the relative base already, as this type writes it.
    private func isRelativeAndHolds(_ path: String, folder: [String]) -> Bool {
        guard components != nil else { return false }
        let written = prefix(depth: folder.count) + folder.map { $0 + "/" }.joined()
        return written.isEmpty || path.utf8.starts(with: written.utf8)
    }
}
