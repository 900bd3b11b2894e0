/// What the text of a template variable must look like.
///
/// The raw values are the words of a template file.
package enum TemplateVariableType: String, CaseIterable, Sendable {
    /// Any text.
    case text
    /// A decimal number without a sign.
    case number
    /// A UUID of 32 lower-case hexadecimal digits with dashes (RFC 9562 section 4).
    case uuid
    /// A URL with a scheme in lower case and a host.
    case url
    /// A URL that begins with `https://` in lower case.
    case httpsURL = "https_url"

    /// Whether a text is of this type.
    package func accepts(_ text: String) -> Bool {
        switch self {
        case .text: true
        case .number: !text.isEmpty && text.utf8.allSatisfy(\.isDigit)
        case .uuid: Self.isUUID(Array(text.utf8))
        case .url: AbsoluteURL(text) != nil
        case .httpsURL: AbsoluteURL(text)?.scheme == "https"
        }
    }

    /// The type in words, for messages.
    package var expectation: String {
        switch self {
        case .text: "a text"
        case .number: "a decimal number"
        case .uuid: "a UUID in lower case"
        case .url: "a URL with a scheme in lower case and a host"
        case .httpsURL: "a URL that begins with https://"
        }
    }

    private static func isUUID(_ bytes: [UInt8]) -> Bool {
        let dashes: Set = [8, 13, 18, 23]
        return bytes.count == 36
            && bytes.enumerated().allSatisfy { index, byte in
                dashes.contains(index)
                    ? byte == UInt8(ascii: "-")
                    : byte.isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
            }
    }
}
