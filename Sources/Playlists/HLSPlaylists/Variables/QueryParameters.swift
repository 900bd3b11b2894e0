import TextFormats

/// The parameters in the query of a playlist's own URI, for `EXT-X-DEFINE:QUERYPARAM` (RFC 8216bis 4.4.2.3).
package struct QueryParameters: Hashable, Sendable {
    /// The parameters of a file, whose URI is not known.
    package static let none = QueryParameters([:])

    private let values: [String: String]
    /// Whether there are no others: not where the URI is unknown.
    package let isComplete: Bool

    /// Some of the parameters of a URI that is not known, by name, percent-decoded.
    package init(_ values: [String: String]) {
        self.values = values
        isComplete = false
    }

    /// Whether a text may be the name of a variable: letters, digits, hyphens and low lines.
    package static func isName(_ text: String) -> Bool { VariableReference.isName(text) }

    /// Whether a text may be the value of a variable, which has to stand in a quoted string.
    package static func isValue(_ text: String) -> Bool {
        !text.utf8.contains(ASCII.quote) && ControlCharacter(firstInLine: text) == nil
    }

    /// The parameters of a URI; of several with one name the first.
    ///
    /// A parameter without equals sign, and one whose percent-encoding is malformed, has no value and is left out.
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

    /// The value of a parameter; nil when it is absent.
    package subscript(name: String) -> String? { values[name] }
}
