/// An XML document that is written element by element.
struct XMLTextWriter {
    private(set) var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    private var depth = 0

    /// Appends an element with the contents that `content` writes, or an empty element if it is nil.
    mutating func append(
        _ name: String,
        _ attributes: [(String, String?)] = [],
        _ content: ((inout XMLTextWriter) -> Void)? = nil
    ) {
        let attributeTexts = attributes.compactMap { name, value in
            value.map { " \(name)=\"\(Self.escape($0))\"" }
        }
        let tagStart = String(repeating: "  ", count: depth) + "<\(name)\(attributeTexts.joined())"
        guard let content else {
            text += tagStart + "/>\n"
            return
        }
        text += tagStart + ">\n"
        depth += 1
        content(&self)
        depth -= 1
        text += String(repeating: "  ", count: depth) + "</\(name)>\n"
    }

    /// Appends an element that contains only text.
    mutating func append(_ name: String, text content: String) {
        text +=
            String(repeating: "  ", count: depth) + "<\(name)>\(Self.escape(content))</\(name)>\n"
    }

    /// Escapes text for attributes and elements (XML 1.0 section 2.4); it must not contain control
    /// characters.
    static func escape(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
