/// Writes titles as YAML, with all keys and values in double quotes so that none is read as YAML syntax.
enum YAMLTitleWriter {
    /// The longest key written on one line with its value, in bytes.
    ///
    /// libyaml reads such keys up to 1,024 characters.
    private static let longestSimpleKey = 1000

    /// Returns a title as an item of a list.
    static func text(of title: ManifestTitle) -> [UInt8] {
        var text: [UInt8] = []
        var isFirst = true
        for (index, cell) in title.cells.enumerated() {
            // All inputs were written with the first one; no other key of a title has several values.
            if index > 0, title.cells[index - 1].key == cell.key { continue }
            let values = title.cells[index...].prefix { $0.key == cell.key }.map { quoted($0.text) }
            let name = quoted(cell.name)
            text += isFirst ? "- ".utf8 : "  ".utf8
            text += name.utf8.count > longestSimpleKey ? "? \(name)\n  : ".utf8 : "\(name): ".utf8
            text += values.count == 1 ? values[0].utf8 : "[\(values.joined(separator: ", "))]".utf8
            text += "\n".utf8
            isFirst = false
        }
        return text
    }

    /// Returns a double-quoted scalar (YAML 1.2.2 section 7.3.1).
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            // The scan for aliases before parsing could take an asterisk for one.
            case "*": quoted += "\\x2A"
            case " "..."~", "\u{A0}"..."\u{2027}", "\u{202A}"..."\u{D7FF}", "\u{E000}"..."\u{FEFE}",
                "\u{FF00}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
                quoted.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return quoted + "\""
    }
}
