extension TemplateVariables {
    /// The value of a variable: its text, the bytes that it represents, and its encoding in a URI.
    package struct Value: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The text as it was set.
        package let text: String
        /// The encoding in a URI if the template names no filter.
        package let encoding: Encoding
        /// The bytes that the text represents, or nil if they are its UTF-8.
        let bytes: [UInt8]?
        /// Indicates whether messages must not show the text and anything derived from it.
        let isSecret: Bool

        /// Creates a value from its parts.
        init(text: String, encoding: Encoding, bytes: [UInt8]? = nil, isSecret: Bool = false) {
            self.text = text
            self.encoding = encoding
            self.bytes = bytes
            self.isSecret = isSecret
        }

        /// The bytes on which filters work.
        var octets: [UInt8] { bytes ?? Array(text.utf8) }

        /// The text, or `…` for a secret.
        package var description: String { isSecret ? "…" : text }

        package var debugDescription: String { description }
    }
}
