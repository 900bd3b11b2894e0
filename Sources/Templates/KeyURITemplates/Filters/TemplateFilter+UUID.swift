import TextFormats

extension TemplateFilter {
    /// Formats 16 bytes as a UUID.
    ///
    /// A text of 16 characters is not accepted as 16 bytes: only values of types that represent bytes are.
    static let uuid = TemplateFilter(
        name: "uuid",
        summary: "16 bytes, or 32 hexadecimal digits, as a UUID in lower case"
    ) { (value: TemplateVariables.Value) throws(TemplateFilterError) in
        let isUUID = TemplateVariableType.uuid.accepts(value.text.lowercased())
        let digits = value.text.utf8.filter { !isUUID || $0 != UInt8(ascii: "-") }
        guard let bytes = value.bytes ?? Hexadecimal.decode(ascii: digits.span), bytes.count == 16 else {
            throw .notAUUID
        }
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Hexadecimal.encode(bytes[$0]) }
            .joined(separator: "-")
    }
}
