import Presentations

/// Operations on the paths of URIs as written (RFC 3986 section 3), which are cut as bytes.
enum URIPath {
    /// Returns the part of a URI before its query and fragment.
    static func path(of uri: String) -> String {
        String(Substring(uri.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }))
    }

    /// Indicates whether a text has a character that no URI in a playlist may have.
    ///
    /// These are white space, quotation marks and control characters.
    static func hasIllegalCharacter(_ text: String) -> Bool {
        text.unicodeScalars.contains {
            $0 == "\"" || $0.properties.isWhitespace || $0.properties.generalCategory == .control
        }
    }

    /// Indicates whether a URI has a scheme, or a path that begins with a slash.
    static func isAbsolute(_ uri: String) -> Bool {
        uri.utf8.first == UInt8(ascii: "/") || URIResolution.scheme(of: uri.utf8[...]) != nil
    }

    static func split(_ path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
    }

    /// Resolves the dot segments of a relative path (RFC 3986 section 5.2.4).
    ///
    /// A `..` that leads out of the root stays, at the start of the result.
    static func resolved(_ segments: [String], in folder: [String]) -> [String] {
        var components = folder
        for (index, segment) in segments.enumerated() {
            switch segment {
            case ".": if index == segments.count - 1 { components.append("") }
            case "..":
                if let last = components.last, last != ".." {
                    components.removeLast()
                } else {
                    components.append("..")
                }
            default: components.append(segment)
            }
        }
        return components
    }
}
