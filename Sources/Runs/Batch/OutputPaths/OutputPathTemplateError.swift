/// A syntax error in an output path template.
package struct OutputPathTemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem, without its location.
    enum Problem: Hashable, Sendable {
        /// The template is empty.
        case empty
        /// A `{` has no matching `}`.
        case unclosedBrace
        /// A `}` has no matching `{`.
        case strayBrace
        /// A variable has an empty name.
        case missingName
        /// The given name has characters other than letters, digits, `_` and `-`.
        case illegalName(String)
        /// The template has a control character.
        case controlCharacter
    }

    /// The column in the template, from 1, counted in Unicode scalars.
    let column: Int
    /// The problem at the column.
    let problem: Problem

    /// The column, what was found, what was expected and what to do, on one line.
    package var description: String {
        let message =
            switch problem {
            case .empty: "the output is empty (expected a path). Name one."
            case .unclosedBrace:
                "a brace is not closed (expected \"}\"). Close it, or write \"{{\" for a brace."
            case .strayBrace:
                "a closing brace without an opening one. Remove it, or write \"}}\" for a brace."
            case .missingName:
                "a variable has no name (expected {NAME}). Name it, or write \"{{\" for a brace."
            case .illegalName(let name):
                "illegal variable name (got \(name.debugDescription), expected letters, digits, _ and -)."
                    + " Correct it."
            case .controlCharacter: "the output contains a control character. Remove it."
            }
        return "column \(column): \(message)"
    }
}
