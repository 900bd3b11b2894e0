/// What is wrong with a playlist or an edit, and where.
package struct PlaylistError: Error, Hashable, Sendable {
    /// The line, from 1; 0 when the error is about a value that is to be written.
    package let line: Int
    /// The column in bytes, from 1, where one is known.
    package let column: Int?
    /// What is wrong.
    package let problem: Problem

    init(line: Int, column: Int? = nil, _ problem: Problem) {
        self.line = line
        self.column = column
        self.problem = problem
    }

    /// What can be wrong.
    package enum Problem: Hashable, Sendable {
        /// With the bytes.
        case document(DocumentProblem)
        /// With an edit, or a value that is to be written.
        case edit(EditProblem)
        /// With an attribute list.
        case attribute(AttributeProblem)
        /// With a tag, its value or its place.
        case tag(TagProblem)
        /// With a variable.
        case variable(VariableProblem)

        var wording: ProblemWording {
            switch self {
            case .document(let problem): problem.wording
            case .edit(let problem): problem.wording
            case .attribute(let problem): problem.wording
            case .tag(let problem): problem.wording
            case .variable(let problem): problem.wording
            }
        }
    }
}

extension PlaylistError: CustomStringConvertible {
    /// The place and the message in one line, `line 7, column 12: WHAT (GOT, EXPECTED). FIX`.
    package var description: String {
        guard line > 0 else { return message }
        let place = column.map { "line \(line), column \($0)" } ?? "line \(line)"
        return place + ": " + message
    }

    /// The description without the place.
    package var message: String { problem.wording.text }
}
