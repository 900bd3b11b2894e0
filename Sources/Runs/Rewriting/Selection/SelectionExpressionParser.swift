import HLSPlaylists
import TextFormats

/// The parser of `--keep` and `--drop` expressions.
///
/// ```
/// expression = condition *( "," condition )
/// condition  = attribute comparison value *( "|" value )
/// attribute  = "bandwidth" / "resolution" / "codec" / "language" / "name" / "group" / "type"
/// comparison = "=" / "!=" / "<" / "<=" / ">" / ">="
/// value      = text without comma, bar and quotation mark / DQUOTE text without quotation mark DQUOTE
/// ```
///
/// Spaces and tabs around each part are ignored, unless they are in quotation marks.
enum SelectionExpressionParser {
    private static let comma = UInt8(ascii: ",")
    private static let bar = UInt8(ascii: "|")
    private static let quote = UInt8(ascii: "\"")

    /// Returns the conditions of an expression, at least one.
    static func conditions(_ text: String) throws(SelectionExpressionError) -> [SelectionCondition] {
        var conditions: [SelectionCondition] = []
        for part in split(Array(text.utf8)[...], at: comma) {
            conditions.append(try condition(part))
        }
        return conditions
    }

    private static func condition(_ text: ArraySlice<UInt8>) throws(SelectionExpressionError)
        -> SelectionCondition
    {
        let text = trimmed(text)
        guard !text.isEmpty else { throw .empty }
        let isPartOfComparison = { (byte: UInt8) in "!<>=".utf8.contains(byte) }
        let name = string(trimmed(text.prefix { !isPartOfComparison($0) }))
        guard let attribute = SelectionAttribute(rawValue: name) else { throw .unknownAttribute(name) }
        let rest = text.drop { !isPartOfComparison($0) }
        let comparison = SelectionCondition.Comparison.allCases.first { rest.starts(with: $0.rawValue.utf8) }
        guard let comparison, attribute.comparisons.contains(comparison) else {
            throw .invalidComparison(attribute: name, found: string(text))
        }
        let parts = split(rest.dropFirst(comparison.rawValue.utf8.count), at: bar)
        var values: [String] = []
        for part in parts { values.append(try value(part)) }
        guard values.count == 1 || comparison == .equal || comparison == .notEqual else {
            throw .severalValues(attribute: name, comparison: comparison.rawValue)
        }
        return SelectionCondition(
            attribute: attribute,
            comparison: comparison,
            values: try Self.values(values, of: attribute)
        )
    }

    /// Returns a value without its quotation marks.
    private static func value(_ part: ArraySlice<UInt8>) throws(SelectionExpressionError) -> String {
        let part = trimmed(part)
        guard part.contains(quote) else { return string(part) }
        guard part.count >= 2, part.first == quote, part.last == quote,
            !part.dropFirst().dropLast().contains(quote)
        else { throw .quote(string(part)) }
        return string(part.dropFirst().dropLast())
    }

    private static func values(
        _ texts: [String],
        of attribute: SelectionAttribute
    ) throws(SelectionExpressionError) -> SelectionCondition.Values {
        switch attribute {
        case .bandwidth:
            .bandwidths(
                try texts.map { (text) throws(SelectionExpressionError) in
                    guard let number = number(text[...]) else {
                        throw .value(attribute: attribute.rawValue, found: text)
                    }
                    return number
                }
            )
        case .resolution:
            .resolutions(
                try texts.map { (text) throws(SelectionExpressionError) in
                    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
                    guard sides.count == 2, let width = number(sides[0]), let height = number(sides[1]) else {
                        throw .value(attribute: attribute.rawValue, found: text)
                    }
                    return Resolution(width: width, height: height)
                }
            )
        case .type:
            .kinds(
                Set(
                    try texts.map { (text) throws(SelectionExpressionError) in
                        guard let kind = SelectionEntry.Kind(rawValue: text), kind != .variant else {
                            throw .value(attribute: attribute.rawValue, found: text)
                        }
                        return kind
                    }
                )
            )
        case .codec, .language, .name, .group:
            .texts(
                try texts.map { (text) throws(SelectionExpressionError) in
                    guard !text.isEmpty else { throw .value(attribute: attribute.rawValue, found: text) }
                    return text
                }
            )
        }
    }

    /// Returns a number from a text of digits only, or nil if it is not one.
    private static func number(_ text: Substring) -> UInt64? {
        text.utf8.allSatisfy(\.isASCIIDigit) ? UInt64(text) : nil
    }

    /// Splits a text at separators outside quotation marks.
    private static func split(_ text: ArraySlice<UInt8>, at separator: UInt8) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start = text.startIndex
        var isQuoted = false
        for index in text.indices {
            if text[index] == quote { isQuoted.toggle() }
            guard text[index] == separator, !isQuoted else { continue }
            parts.append(text[start..<index])
            start = index + 1
        }
        return parts + [text[start...]]
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let start = text.drop(while: isBlank)
        let end = start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex
        return start[start.startIndex..<end]
    }

    private static func string(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
