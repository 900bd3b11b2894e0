/// An output path template that cannot be read.
package struct OutputPathTemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package enum Problem: Hashable, Sendable {
        /// There is nothing.
        case empty
        /// A `{` without its `}`.
        case unclosedBrace
        /// A `}` without its `{`.
        case strayBrace
        /// No name where one must stand.
        case missingName
        /// A name with other characters than letters, digits, `_` and `-`.
        case illegalName(String)
        /// A control character.
        case controlCharacter
    }

    /// Where in the template, from 1, counted in Unicode scalars.
    package let column: Int
    /// What is wrong.
    package let problem: Problem

    /// One line: where, what was found, what is expected, what to do.
    package var description: String {
        let words =
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
            case .controlCharacter: "a control character stands in the output. Remove it."
            }
        return "column \(column): \(words)"
    }
}
