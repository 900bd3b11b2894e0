/// An error in a pattern.
package struct ValuePatternError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem in the pattern.
    package enum Problem: Hashable, Sendable {
        /// The pattern is longer than `ValuePattern.maximumLength`.
        case tooLong
        /// With unrolled repetitions, the pattern has more than `ValuePattern.maximumSteps` steps.
        case tooManySteps
        /// A `*`, `+`, `?` or `{` has nothing to repeat.
        case nothingToRepeat
        /// A `{` does not begin a valid repetition.
        case malformedRepetition
        /// A `(` has no `)`, or a `[` has no `]`.
        case unclosed
        /// A `)` has no `(`.
        case strayParenthesis
        /// A character class is empty, or has a range in descending order.
        case malformedClass
        /// An escape does not exist, or `(?` is not followed by `:`.
        case unsupported
        /// A `^` or `$` is inside the pattern.
        case innerAnchor
    }

    /// The position in the pattern, from 1, in Unicode scalars.
    let column: Int
    /// The problem at that position.
    let problem: Problem

    /// Creates an error from its parts.
    package init(column: Int, problem: Problem) {
        self.column = column
        self.problem = problem
    }

    package var description: String { "column \(column): \(problem.description)" }
}

extension ValuePatternError.Problem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLong: "the pattern is too long (expected at most \(ValuePattern.maximumLength)). Shorten it."
        case .tooManySteps: "the pattern repeats too much. Use smaller numbers."
        case .nothingToRepeat: "a repetition has nothing to repeat. Write \"\\\" before a literal character."
        case .malformedRepetition:
            "a repetition is malformed (expected {m}, {m,} or {m,n}, up to \(ValuePattern.maximumRepetitions))."
                + " Correct it, or write \"\\{\"."
        case .unclosed: "a parenthesis or bracket is not closed. Close it, or write \"\\\" before it."
        case .strayParenthesis: "a closing parenthesis without an opening one. Remove it, or write \"\\)\"."
        case .malformedClass:
            "a character class is empty, or a range in it runs backwards. Correct it."
        case .unsupported:
            "patterns do not support this (expected \\d, \\w, \\s, \"\\\" before punctuation, or (?:). Write it differently."
        case .innerAnchor:
            "an anchor is inside the pattern (a pattern always matches the whole value). Remove it, or write \"\\\" before it."
        }
    }
}
