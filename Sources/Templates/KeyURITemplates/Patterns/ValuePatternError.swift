/// A pattern that cannot be understood.
package struct ValuePatternError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with the pattern.
    package enum Problem: Hashable, Sendable {
        /// The pattern is longer than `ValuePattern.maximumLength`.
        case tooLong
        /// Written out, the pattern has more than `ValuePattern.maximumSteps` steps.
        case tooManySteps
        /// A `*`, `+`, `?` or `{` without something to repeat.
        case nothingToRepeat
        /// A `{` that begins no repetition.
        case malformedRepetition
        /// A `(` without its `)`, or a `[` without its `]`.
        case unclosed
        /// A `)` without its `(`.
        case strayParenthesis
        /// A class without characters, or with a range that runs backwards.
        case malformedClass
        /// An escape that there is not, or `(?` with something else than `:`.
        case unsupported
        /// A `^` or `$` inside.
        case innerAnchor
    }

    /// Where in the pattern, from 1, in Unicode scalars.
    package let column: Int
    /// What is wrong.
    package let problem: Problem

    /// Memberwise.
    package init(column: Int, problem: Problem) {
        self.column = column
        self.problem = problem
    }

    /// One line: where, what was found, what is expected, what to do.
    package var description: String { "column \(column): \(problem.description)" }
}

extension ValuePatternError.Problem: CustomStringConvertible {
    /// What was found, what is expected and what to do.
    package var description: String {
        switch self {
        case .tooLong: "the pattern is too long (expected at most \(ValuePattern.maximumLength)). Shorten it."
        case .tooManySteps: "the pattern repeats too much. Use smaller numbers."
        case .nothingToRepeat: "nothing stands before a repetition. Write \"\\\" before a literal one."
        case .malformedRepetition:
            "a repetition is malformed (expected {m}, {m,} or {m,n}, up to \(ValuePattern.maximumRepetitions))."
                + " Correct it, or write \"\\{\"."
        case .unclosed: "a parenthesis or bracket is not closed. Close it, or write \"\\\" before it."
        case .strayParenthesis: "a closing parenthesis without an opening one. Remove it, or write \"\\)\"."
        case .malformedClass:
            "a class of characters is empty, or a range in it runs backwards. Correct it."
        case .unsupported:
            "patterns do not have this (expected \\d, \\w, \\s, \"\\\" before punctuation, or (?:). Write it otherwise."
        case .innerAnchor:
            "an anchor stands inside (a pattern always is for all of a value). Remove it, or write \"\\\" before it."
        }
    }
}
