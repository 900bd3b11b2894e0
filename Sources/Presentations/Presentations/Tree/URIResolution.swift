import HLSPlaylists
import TextFormats

/// Finds the file of the tree that a playlist's URI names.
///
/// Reference resolution is that of RFC 3986 section 5 for relative paths. Query and fragment say nothing about the
/// file and are left out. All else that a URI may be cannot be protected where it stands and is refused.
package enum URIResolution {
    /// Why a URI names no file of the tree.
    package enum Failure: Error, Hashable, Sendable {
        /// It has a scheme or an authority: the resource is elsewhere.
        case remote(scheme: String)
        /// It starts with a slash: it is relative to a server's root, which is not known here.
        case absolutePath
        /// It leaves the root of the tree.
        case leavesTree
        /// It is no valid reference to a file.
        case malformed(String)
        /// Its path has a variable whose value is not known.
        case variable(String)
    }

    /// The file that `uri` names in a playlist of the folder `folder`.
    package static func resolve(_ uri: String, in folder: ArraySlice<String>) throws(Failure) -> TreePath {
        // By bytes: a combining mark behind a delimiter would make another `Character` of it.
        let path = uri.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        if let scheme = scheme(of: path) { throw .remote(scheme: scheme) }
        let written = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if path.first == UInt8(ascii: "/") {
            throw written.count > 2 && written[1].isEmpty ? .remote(scheme: "//") : .absolutePath
        }
        guard !path.isEmpty else { throw .malformed("it has no path") }
        if let name = VariableReference.firstName(in: path) { throw .variable(name) }
        var components = Array(folder)
        var namesFolder = false
        for text in written {
            let component = try decoded(text)
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

    /// The scheme of a URI (RFC 3986 section 3.1); nil for a relative reference.
    package static func scheme(of path: Substring.UTF8View) -> String? {
        guard let colon = path.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let candidate = path[..<colon]
        let isScheme = candidate.enumerated().allSatisfy { index, byte in
            byte.isASCIILetter || index > 0 && (byte.isASCIIDigit || "+-.".utf8.contains(byte))
        }
        return isScheme && !candidate.isEmpty ? Substring(candidate).lowercased() : nil
    }

    /// The bytes of a percent-encoded component as a file's name.
    private static func decoded(_ component: Substring.UTF8View) throws(Failure) -> String {
        guard let bytes = PercentEncoding.bytes(component) else {
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
