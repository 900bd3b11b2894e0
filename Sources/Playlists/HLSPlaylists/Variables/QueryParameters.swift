import TextFormats

/// The query parameters in a playlist's own URI, for `EXT-X-DEFINE:QUERYPARAM` (RFC 8216bis 4.4.2.3).
package struct QueryParameters: Hashable, Sendable {
    /// The parameters of a file, whose URI is unknown.
    package static let none = QueryParameters([:])

    private let values: [String: String]
    /// Indicates whether these are all parameters; false if the URI is unknown.
    let isComplete: Bool

    /// Creates the known parameters of a playlist whose URI is unknown.
    ///
    /// - Parameter values: the percent-decoded values, by name.
    package init(_ values: [String: String]) {
        self.values = values
        isComplete = false
    }

    /// Returns whether a text is a valid variable name: letters, digits, hyphens and underscores.
    package static func isName(_ text: String) -> Bool { VariableReference.isName(text) }

    /// Returns whether a text is a valid variable value: one that can be written in a quoted string.
    package static func isValue(_ text: String) -> Bool {
        !text.utf8.contains(ASCII.quote) && ControlCharacter(firstInLine: text) == nil
    }

    /// Parses the parameters of a URI; of several with one name, the first counts.
    ///
    /// Parameters without an equals sign or with malformed percent-encoding have no value and are left out.
    package init(of uri: String) {
        let query = uri.utf8.prefix { $0 != ASCII.numberSign }
            .drop { $0 != UInt8(ascii: "?") }
            .dropFirst()
        var values: [String: String] = [:]
        for parameter in query.split(separator: UInt8(ascii: "&")) {
            guard let equals = parameter.firstIndex(of: ASCII.equals),
                let name = PercentEncoding.decode(parameter[..<equals]),
                let value = PercentEncoding.decode(parameter[equals...].dropFirst())
            else { continue }
            values[name] = values[name] ?? value
        }
        self.values = values
        isComplete = true
    }

    /// The value of a parameter, or nil if it is absent.
    package subscript(name: String) -> String? { values[name] }
}
