/// What can be wrong with an edit of a document, or with a value that is to be written.
package enum EditProblem: Hashable, Sendable {
    /// A line number outside of the document.
    case noSuchLine(count: Int)
    /// Line 1 is to be replaced, removed or preceded.
    case fixedFirstLine
    /// A text that is to be one line has a line break or control character.
    case unwritableText(ControlCharacter)
    /// A value that an attribute cannot hold.
    case unwritableValue(name: String, reason: String)

    var wording: ProblemWording {
        switch self {
        case .noSuchLine(let count):
            ProblemWording(
                "There is no such line",
                got: "a document of \(count) lines",
                expected: "a line from 1 to \(count)",
                fix: "Name a line of the document"
            )
        case .fixedFirstLine:
            ProblemWording(
                "The first line cannot change",
                got: "an edit of line 1",
                expected: "#EXTM3U to stay first",
                fix: "Insert after line 1"
            )
        case .unwritableText(let character):
            ProblemWording(
                "A text cannot be written as one line",
                got: "control character \(character)",
                expected: "text without line breaks and control characters",
                fix: "Remove the character"
            )
        case .unwritableValue(let name, let reason):
            ProblemWording(
                "A value cannot be written as attribute \(name)",
                got: reason,
                expected: "a value that reads back as it is",
                fix: "Change the value"
            )
        }
    }
}
