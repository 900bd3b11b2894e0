import TextFormats

/// A writer of a JSON object (RFC 8259) that keeps the order of members and leaves out absent values.
struct JSONObjectWriter {
    private let text: SecretBuffer
    private var isEmpty = true

    /// Begins an object at the end of `text`.
    init(in text: SecretBuffer) {
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

    /// Appends an array of strings, or nothing if it is empty.
    mutating func append(_ name: String, texts: [String]) {
        guard !texts.isEmpty else { return }
        appendName(name)
        text.append("[" + texts.map { JSONStringText.quoted($0) }.joined(separator: ",") + "]")
    }

    /// Appends an object whose members `body` writes.
    mutating func append(_ name: String, _ body: (inout JSONObjectWriter) -> Void) {
        appendName(name)
        var object = JSONObjectWriter(in: text)
        body(&object)
        object.close()
    }

    /// Appends an array of objects, or nothing if it is empty; `body` writes the members of one.
    mutating func append<Element>(
        _ name: String,
        objects: [Element],
        _ body: (Element, inout JSONObjectWriter) -> Void
    ) {
        guard !objects.isEmpty else { return }
        appendName(name)
        text.append("[")
        for (index, element) in objects.enumerated() {
            if index > 0 { text.append(",") }
            var object = JSONObjectWriter(in: text)
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
