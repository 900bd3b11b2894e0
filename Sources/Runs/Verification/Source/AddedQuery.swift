/// Removes query parameters that `rewrite --add-query` added to URIs: they name no other file.
enum AddedQuery {
    /// Returns the URI of the source if `uri` differs from it only by added parameters, or else `uri`.
    static func removed(from uri: String, asIn clearURI: String) -> String {
        let (parts, clearParts) = (Parts(uri), Parts(clearURI))
        guard parts.path == clearParts.path, parts.fragment == clearParts.fragment else { return uri }
        var unmatchedParameters = clearParts.parameters[...]
        for parameter in parts.parameters where parameter == unmatchedParameters.first {
            unmatchedParameters = unmatchedParameters.dropFirst()
        }
        return unmatchedParameters.isEmpty ? clearURI : uri
    }

    /// The parts of a URI (RFC 3986 section 3), as bytes.
    private struct Parts {
        let path: ArraySlice<UInt8>
        /// The query parameters that are not empty, in order.
        let parameters: [ArraySlice<UInt8>]
        let fragment: ArraySlice<UInt8>

        init(_ uri: String) {
            let bytes = Array(uri.utf8)
            let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
            let queryStart = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) ?? end
            path = bytes[..<queryStart]
            parameters = bytes[queryStart..<end].dropFirst().split(separator: UInt8(ascii: "&"))
            fragment = bytes[end...]
        }
    }
}
