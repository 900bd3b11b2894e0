import FoundationEssentials

extension TemplateFilter {
    /// Encodes bytes as in RFC 4648 section 4.
    static let base64 = TemplateFilter(name: "base64", summary: "the bytes in base64, with padding") {
        (value: TemplateVariables.Value) in
        Data(value.octets).base64EncodedString()
    }

    /// Encodes bytes as in RFC 4648 section 5, without padding (section 3.2).
    static let base64URL = TemplateFilter(
        name: "base64url",
        summary: "the bytes in base64 with - and _, without padding"
    ) { (value: TemplateVariables.Value) in
        let characters = Data(value.octets).base64EncodedString().utf8.compactMap { character in
            switch character {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): UInt8?.none
            default: character
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }
}
