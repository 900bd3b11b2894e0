/// Escapes text of inputs for HTML and XML, as element content or in a double-quoted attribute.
///
/// Characters that are invisible or misleading are written like `\u{202E}`: controls, zero-width characters,
/// bidirectional controls, and all that XML 1.0 does not allow. So no name can look like another, and every
/// document stays well-formed.
package enum MarkupEscaping {
    /// Returns the escaped text.
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
            // XML parsers turn unescaped tabs and line feeds in attributes into spaces.
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

    /// Indicates whether a byte may belong to a character to escape; most text has none.
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
        // Other spaces look like the ordinary one.
        case .spaceSeparator: scalar != " "
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
