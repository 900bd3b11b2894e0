import Presentations

extension String {
    /// The text as a message for people: cut before it is escaped, and again where that makes it longer.
    package var messageForPeople: String { cutToMessage.escapingControls.cutToMessage }

    /// The text with its control characters spelled out, and those that turn the direction of text around: a file's name must not look
    /// like another message.
    package var escapingControls: String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
        }
        guard unicodeScalars.contains(where: isControl) else { return self }
        return unicodeScalars.map { isControl($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
    }
}
