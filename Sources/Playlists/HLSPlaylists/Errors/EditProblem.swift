import TextFormats

/// A fault in an edit of a document, or in a value to be written.
package enum EditProblem: Hashable, Sendable {
    /// A line number outside of the document.
    case noSuchLine(count: Int)
    /// An edit that would replace, remove or precede the line `#EXTM3U`.
    case fixedHeader
    /// A text for one line that has a line break or control character.
    case unwritableText(ControlCharacter)
    /// A part that is not in the line, or does not begin and end between characters.
    case noSuchPart(length: Int)
    /// An edit of an attribute or a part of a line that was removed.
    case removedLine
    /// An edit of an attribute in a line that is not a tag.
    case notATag
    /// More new text than a document can hold.
    case tooMuchText
    /// A value that an attribute cannot hold.
    case unwritableValue(name: String, reason: String)

    var message: ProblemMessage {
        switch self {
        case .noSuchLine(let count):
            ProblemMessage(
                "There is no such line",
                got: "a document of \(CountText.text(count, "line"))",
                expected: "a line from 1 to \(count)",
                fix: "Name a line of the document"
            )
        case .fixedHeader:
            ProblemMessage(
                "The header cannot be changed",
                got: "an edit of the header, or of text before it",
                expected: "#EXTM3U to stay first",
                fix: "Insert after it"
            )
        case .unwritableText(let character):
            ProblemMessage(
                "A text cannot be written as one line",
                got: "control character \(character)",
                expected: "text without line breaks and control characters",
                fix: "Remove the character"
            )
        case .noSuchPart(let length):
            ProblemMessage(
                "There is no such part of the line",
                got: "a line of \(CountText.text(length, "byte"))",
                expected: "columns of whole characters from 1 to \(length)",
                fix: "Name columns of the line"
            )
        case .removedLine:
            ProblemMessage(
                "The line was removed",
                got: "an edit of a part of it",
                expected: "an existing line",
                fix: "Replace the line instead"
            )
        case .notATag:
            ProblemMessage(
                "The line has no attributes",
                got: "an edit of an attribute",
                expected: "a tag",
                fix: "Name the line of a tag"
            )
        case .tooMuchText:
            ProblemMessage(
                "The edits of a playlist are too large",
                got: "more than 2^32 - 1 bytes of new text",
                expected: "fewer",
                fix: "Write the playlist and read it again"
            )
        case .unwritableValue(let name, let reason):
            ProblemMessage(
                "A value cannot be written as attribute \(name)",
                got: reason,
                expected: "a value that is read back unchanged",
                fix: "Change the value"
            )
        }
    }
}
