import TextFormats

/// The type of a template variable, which determines the form of its text.
///
/// The raw values are the names in template files.
package enum TemplateVariableType: String, CaseIterable, Sendable {
    /// Any text.
    case text
    /// A decimal number without a sign.
    case number
    /// A UUID of 32 lowercase hexadecimal digits with dashes (RFC 9562 section 4).
    case uuid
    /// A URL with a scheme in lower case and a host.
    case url
    /// A URL that begins with `https://` in lower case.
    case httpsURL = "https_url"
    /// Bytes as hexadecimal digits in either case.
    case hex
    /// An IV: 16 bytes as lowercase hexadecimal digits.
    case iv

    /// The types that a template may declare for its own variables.
    package static let declarable: [TemplateVariableType] = [.text, .number, .uuid, .url, .httpsURL, .hex]

    /// Indicates whether a text is of this type.
    func accepts(_ text: String) -> Bool {
        switch self {
        case .text: true
        case .number: !text.isEmpty && text.utf8.allSatisfy(\.isASCIIDigit)
        case .uuid: Self.isUUID(Array(text.utf8))
        case .url: AbsoluteURL(text) != nil
        case .httpsURL: AbsoluteURL(text)?.scheme == "https"
        case .hex: !text.isEmpty && Hexadecimal.decode(text) != nil
        case .iv:
            text.utf8.count == 32 && text.utf8.allSatisfy(Self.isLowerCaseHexDigit)
        }
    }

    /// Returns the bytes that a text of this type represents, or nil if they are its UTF-8.
    func bytes(of text: String) -> [UInt8]? {
        switch self {
        case .text, .number, .url, .httpsURL: nil
        case .uuid: Hexadecimal.decode(text.filter { $0 != "-" })
        case .hex, .iv: Hexadecimal.decode(text)
        }
    }

    /// A description of the expected text, for messages.
    var expectation: String {
        switch self {
        case .text: "a text"
        case .number: "a decimal number"
        case .uuid: "a UUID in lower case"
        case .url: "a URL with a scheme in lower case and a host"
        case .httpsURL: "a URL that begins with https://"
        case .hex: "an even number of hexadecimal digits"
        case .iv: "32 hexadecimal digits in lower case"
        }
    }

    private static func isUUID(_ bytes: [UInt8]) -> Bool {
        let dashes: Set = [8, 13, 18, 23]
        return bytes.count == 36
            && bytes.enumerated().allSatisfy { index, byte in
                dashes.contains(index)
                    ? byte == UInt8(ascii: "-")
                    : isLowerCaseHexDigit(byte)
            }
    }

    private static func isLowerCaseHexDigit(_ byte: UInt8) -> Bool {
        byte.hexDigitValue != nil && !byte.isASCIIUppercase
    }
}
