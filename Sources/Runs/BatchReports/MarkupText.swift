/// Text of an input as it stands in HTML and XML, between tags or in an attribute in double quotes.
///
/// What a reader could not see, or would see somewhere else than it is, is written as `\u{202E}`: controls, characters
/// without width, those that turn the direction of what follows, and what XML 1.0 cannot hold. So a name cannot pose as
/// another, and no document breaks.
package enum MarkupText {
    /// The text, escaped.
    package static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: isSpecial) else { return text }
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count + 16)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            // Parsers would make blanks of them in attributes.
            case "\t": escaped += "&#9;"
            case "\n": escaped += "&#10;"
            default:
                if isInvisible(scalar) {
                    escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                } else {
                    escaped.unicodeScalars.append(scalar)
                }
            }
        }
        return escaped
    }

    /// Whether a byte may belong to something to escape: most text has none.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x20, 0x7F...: true
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"):
            true
        default: false
        }
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
        case .unassigned: true
        // All blanks but the usual one look alike.
        case .spaceSeparator: scalar != " "
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
