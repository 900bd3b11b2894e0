/// Text from documents, as messages quote it.
package enum QuotedText {
    /// The number of characters after which a text is cut off.
    private static let maximumCount = 64

    /// Returns the start of a text in quotes, on one line, with escapes as in a string literal.
    package static func text(_ text: some StringProtocol) -> String {
        String(text.prefix(maximumCount)).debugDescription
    }
}
