/// The text of an attribute list, in the order in which attributes are added (RFC 8216bis 4.2).
struct AttributeListText {
    private(set) var text = ""

    /// Adds an attribute whose value is a number, a word or a resolution; does nothing if the value is nil.
    mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        text += (text.isEmpty ? "" : ",") + name + "=" + value
    }

    /// Adds an attribute whose value is a quoted string; does nothing if the value is nil.
    ///
    /// - Parameters:
    ///   - name: the name of the attribute.
    ///   - value: the text, without quotation marks and control characters.
    mutating func add(_ name: String, quoted value: String?) {
        add(name, value.map { "\"\($0)\"" })
    }

    /// Indicates whether a text can be a quoted string: not empty, no quotation mark, no control character.
    static func isQuotable(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x7F }
    }
}
