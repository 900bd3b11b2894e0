/// The variables that `EXT-X-DEFINE` tags define, and their substitution (RFC 8216bis 4.3).
package struct VariableScope: Hashable, Sendable {
    /// A scope without variables.
    package static let none = VariableScope([:])

    /// The longest text with variable references after substitution, in bytes.
    ///
    /// Without the limit, definitions that refer to earlier ones could double a text with every line.
    static let maximumSubstitutedLength = 8192

    private var values: [String: String]
    /// The length of the longest value, in bytes.
    private(set) var maximumValueLength: Int

    /// Creates a scope with variables, by name.
    package init(_ values: [String: String]) {
        self.values = values
        self.maximumValueLength = values.values.map(\.utf8.count).max() ?? 0
    }

    /// The value of a variable, or nil if it is undefined.
    package subscript(name: String) -> String? { values[name] }

    /// Adds a variable.
    ///
    /// - Returns: false if the name is taken.
    mutating func define(_ name: String, as value: String) -> Bool {
        guard values[name] == nil else { return false }
        values[name] = value
        maximumValueLength = max(maximumValueLength, value.utf8.count)
        return true
    }

    /// Returns a text with every `{$name}` replaced; anything not exactly of this form stays.
    ///
    /// Replaced text is not substituted again. Columns of errors count from `column`, that of the first byte.
    func substitute(in text: ArraySlice<UInt8>, line: Int, column: Int) throws(PlaylistError) -> String {
        guard Self.hasBrace(text.span), var reference = VariableReference(firstIn: text) else {
            return String(decoding: text, as: UTF8.self)
        }
        var output: [UInt8] = []
        var rest = text
        while true {
            guard let value = values[reference.name] else {
                let position = column + reference.range.lowerBound - text.startIndex
                throw PlaylistError(line: line, column: position, .variable(.undefined(reference.name)))
            }
            output += rest[..<reference.range.lowerBound]
            output += Array(value.utf8)
            rest = text[reference.range.upperBound...]
            guard output.count + rest.count <= Self.maximumSubstitutedLength else {
                throw PlaylistError(line: line, column: column, .variable(.substitutionTooLong))
            }
            guard let next = VariableReference(firstIn: rest) else { break }
            reference = next
        }
        return String(decoding: output + rest, as: UTF8.self)
    }

    /// Returns whether a text has an opening brace and may thus have a reference; few texts have.
    static func hasBrace(_ text: Span<UInt8>) -> Bool {
        text.firstIndex(of: UInt8(ascii: "{"), in: text.indices) != nil
    }
}
