/// An attribute list as it is written, in the order in which attributes are added (RFC 8216bis 4.2).
struct AttributeText {
    private(set) var text = ""

    /// Adds an attribute whose value is a number, a word or a resolution; nothing where there is no value.
    mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        text += (text.isEmpty ? "" : ",") + name + "=" + value
    }

    /// Adds an attribute whose value is a quoted string; nothing where there is no value.
    ///
    /// - Parameters:
    ///   - name: of the attribute.
    ///   - value: without quotation marks and control characters.
    mutating func add(_ name: String, quoted value: String?) {
        add(name, value.map { "\"\($0)\"" })
    }

    /// Whether a text can be a quoted string: it has no quotation mark, line feed or carriage return, nor other control
    /// characters.
    static func isQuotable(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x7F }
    }
}
