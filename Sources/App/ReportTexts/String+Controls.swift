import Presentations

extension String {
    /// The text as a message for people: cut before it is escaped, and again where that makes it longer.
    package var messageForPeople: String { cutToMessage.escapingControls.cutToMessage }

    /// The text with its control characters spelled out: a file's name must not look like another message.
    var escapingControls: String {
        unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
        }.joined()
    }
}
