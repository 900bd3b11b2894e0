import TextFormats

/// A JSON object (RFC 8259) whose fields stay in the order in which they are written; absent values are left out.
struct JSONObjectText {
    private let text: SecretText
    private var isEmpty = true

    /// Opens an object at the end of `text`.
    init(in text: SecretText) {
        self.text = text
        text.append("{")
    }

    mutating func append(_ name: String, _ value: String?) {
        guard let value else { return }
        appendName(name)
        text.append(JSONStringText.quoted(value))
    }

    mutating func append(_ name: String, _ value: Int?) {
        guard let value else { return }
        appendName(name)
        text.append(String(value))
    }

    mutating func append(_ name: String, hexadecimal value: Span<UInt8>) {
        appendName(name)
        text.append("\"")
        text.append(hexadecimal: value)
        text.append("\"")
    }

    mutating func append(_ name: String, base64 value: Span<UInt8>) {
        appendName(name)
        text.append("\"")
        text.append(base64: value)
        text.append("\"")
    }

    /// An array of texts; left out where there are none.
    mutating func append(_ name: String, texts: [String]) {
        guard !texts.isEmpty else { return }
        appendName(name)
        text.append("[" + texts.map { JSONStringText.quoted($0) }.joined(separator: ",") + "]")
    }

    /// An object; `body` writes its fields.
    mutating func append(_ name: String, _ body: (inout JSONObjectText) -> Void) {
        appendName(name)
        var object = JSONObjectText(in: text)
        body(&object)
        object.close()
    }

    /// An array of objects; `body` writes the fields of one.
    mutating func append<Element>(
        _ name: String,
        objects: [Element],
        _ body: (Element, inout JSONObjectText) -> Void
    ) {
        guard !objects.isEmpty else { return }
        appendName(name)
        text.append("[")
        for (index, element) in objects.enumerated() {
            if index > 0 { text.append(",") }
            var object = JSONObjectText(in: text)
            body(element, &object)
            object.close()
        }
        text.append("]")
    }

    func close() {
        text.append("}")
    }

    private mutating func appendName(_ name: String) {
        text.append((isEmpty ? "" : ",") + JSONStringText.quoted(name) + ":")
        isEmpty = false
    }
}
