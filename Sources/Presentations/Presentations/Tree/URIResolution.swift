import HLSPlaylists
import TextFormats

/// Finds the file of the tree that a playlist's URI names.
///
/// Resolves relative paths as RFC 3986 section 5 does. Ignores query and fragment, since they do not select
/// the file. Refuses all other URIs, whose resources cannot be protected locally.
package enum URIResolution {
    /// The reason why a URI names no file of the tree.
    package enum Failure: Error, Hashable, Sendable {
        /// The URI has a scheme or an authority, so the resource is elsewhere.
        case remote(scheme: String)
        /// The URI starts with a slash and is relative to the root of a server, which is not known here.
        case absolutePath
        /// The URI leaves the root of the tree.
        case leavesTree
        /// The URI is not a valid reference to a file.
        case malformed(String)
        /// The path has a variable whose value is not known.
        case variable(String)
    }

    /// Returns the file that `uri` names in a playlist in `folder`.
    package static func resolve(_ uri: String, in folder: ArraySlice<String>) throws(Failure) -> TreePath {
        // Compares bytes: a combining mark after a delimiter would form another `Character` with it.
        let path = uri.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        if let scheme = scheme(of: path) { throw .remote(scheme: scheme) }
        let writtenComponents = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if path.first == UInt8(ascii: "/") {
            throw writtenComponents.count > 2 && writtenComponents[1].isEmpty
                ? .remote(scheme: "//") : .absolutePath
        }
        guard !path.isEmpty else { throw .malformed("it has no path") }
        if let name = VariableReference.firstName(in: path) { throw .variable(name) }
        var components = Array(folder)
        var namesFolder = false
        for writtenComponent in writtenComponents {
            let component = try decoded(writtenComponent)
            namesFolder = component == "." || component == ".."
            switch component {
            case "": throw .malformed("it has an empty path component")
            case ".": continue
            case "..":
                guard components.popLast() != nil else { throw .leavesTree }
            default: components.append(component)
            }
        }
        guard !namesFolder else { throw .malformed("it names a folder") }
        return TreePath(components: components)
    }

    /// Returns the scheme of a URI (RFC 3986 section 3.1) in lower case, or nil for a relative reference.
    package static func scheme(of path: Substring.UTF8View) -> String? {
        guard let colon = path.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let candidate = path[..<colon]
        let isScheme = candidate.enumerated().allSatisfy { index, byte in
            byte.isASCIILetter || index > 0 && (byte.isASCIIDigit || "+-.".utf8.contains(byte))
        }
        return isScheme && !candidate.isEmpty ? Substring(candidate).lowercased() : nil
    }

    private static func decoded(_ component: Substring.UTF8View) throws(Failure) -> String {
        guard let bytes = PercentEncoding.decodeBytes(component) else {
            throw .malformed("it has a % without two hexadecimal digits")
        }
        guard !bytes.contains(0), !bytes.contains(UInt8(ascii: "/")) else {
            throw .malformed("it has an encoded slash or zero byte")
        }
        guard let name = String(validating: bytes, as: UTF8.self) else {
            throw .malformed("it is not UTF-8 when decoded")
        }
        return name
    }
}
