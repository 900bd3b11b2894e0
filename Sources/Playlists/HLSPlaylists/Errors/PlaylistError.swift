/// An error in a playlist or in an edit, with its location.
package struct PlaylistError: Error, Hashable, Sendable {
    /// The line number, from 1, or 0 if the error is about a value to be written.
    package let line: Int
    /// The column in bytes, from 1, or nil if unknown.
    package let column: Int?
    /// The fault.
    package let problem: Problem

    init(line: Int, column: Int? = nil, _ problem: Problem) {
        self.line = line
        self.column = column
        self.problem = problem
    }

    /// The kinds of faults.
    package enum Problem: Hashable, Sendable {
        /// A fault in the bytes.
        case document(DocumentProblem)
        /// A fault in an edit, or in a value to be written.
        case edit(EditProblem)
        /// A fault in an attribute list.
        case attribute(AttributeProblem)
        /// A fault in a tag, its value or its location.
        case tag(TagProblem)
        /// A fault in a variable.
        case variable(VariableProblem)

        var message: ProblemMessage {
            switch self {
            case .document(let problem): problem.message
            case .edit(let problem): problem.message
            case .attribute(let problem): problem.message
            case .tag(let problem): problem.message
            case .variable(let problem): problem.message
            }
        }
    }
}

extension PlaylistError: CustomStringConvertible {
    /// The location and the message in one line, `line 7, column 12: WHAT (GOT, EXPECTED). FIX`.
    package var description: String {
        guard line > 0 else { return message }
        let location = column.map { "line \(line), column \($0)" } ?? "line \(line)"
        return location + ": " + message
    }

    /// The description without the location.
    package var message: String { problem.message.text }
}
