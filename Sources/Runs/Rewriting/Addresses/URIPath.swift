import Presentations

/// The path of a URI as written (RFC 3986 section 3), cut by bytes.
enum URIPath {
    /// What stands before the query and the fragment.
    static func path(of uri: String) -> String {
        String(Substring(uri.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }))
    }

    /// Whether a text has what stands in no URI of a playlist: a blank, a quote, a control character.
    static func hasIllegalCharacter(_ text: String) -> Bool {
        text.unicodeScalars.contains {
            $0 == "\"" || $0.properties.isWhitespace || $0.properties.generalCategory == .control
        }
    }

    /// Whether a URI has a scheme, or its path begins with a slash.
    static func isAbsolute(_ uri: String) -> Bool {
        uri.utf8.first == UInt8(ascii: "/") || URIResolution.scheme(of: uri.utf8[...]) != nil
    }

    /// The segments of a path.
    static func split(_ path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
    }

    /// A relative path without dot segments (RFC 3986 section 5.2.4), but for `..` at its start, which leave the root.
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
