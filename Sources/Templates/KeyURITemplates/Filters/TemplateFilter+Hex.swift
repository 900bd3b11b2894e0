import TextFormats

extension TemplateFilter {
    /// Encodes bytes as in RFC 4648 section 8, in lower case.
    static let hex = TemplateFilter(name: "hex", summary: "the bytes as lower-case hexadecimal digits") {
        (value: TemplateVariables.Value) in
        Hexadecimal.encode(value.octets)
    }

    static let hex16 = TemplateFilter(
        name: "hex16",
        summary: "a number as 16 lower-case hexadecimal digits"
    ) { (text: String) throws(TemplateFilterError) in
        guard TemplateVariableType.number.accepts(text) else { throw .notANumber }
        guard let number = UInt64(text) else { throw .numberTooLarge }
        return Hexadecimal.encode((0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }
}
