extension TemplateVariables {
    /// One variable's text, the bytes that it stands for, and how it is written.
    package struct Value: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The text as it was given.
        package let text: String
        /// How it is written where the template gives no filter.
        package let encoding: Encoding
        /// The bytes that the text stands for; nil where these are its UTF-8.
        package let bytes: [UInt8]?
        /// Whether no message may show the text, nor what is made of it.
        package let isSecret: Bool

        /// A value from its parts.
        package init(text: String, encoding: Encoding, bytes: [UInt8]? = nil, isSecret: Bool = false) {
            self.text = text
            self.encoding = encoding
            self.bytes = bytes
            self.isSecret = isSecret
        }

        /// What filters on bytes work on.
        package var octets: [UInt8] { bytes ?? Array(text.utf8) }

        /// The text, unless it is a secret.
        package var description: String { isSecret ? "…" : text }

        /// The text, unless it is a secret.
        package var debugDescription: String { description }
    }
}
