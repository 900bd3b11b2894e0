/// An error in setting a template variable.
///
/// Messages never contain the text of a variable, which may be a secret.
package struct TemplateVariableError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem with the variable.
    package enum Problem: Hashable, Sendable {
        /// An assignment has no equals sign.
        case missingEquals
        /// The name is not `[a-z][a-z0-9_]*`.
        case illegalName
        /// The name is that of a standard variable.
        case standardName
        /// The variable is set already.
        case setTwice
        /// The text is not of the variable's type; `source` is the variable that the text is from, if it is
        /// another.
        case mismatch(TemplateVariableType, source: String?)
        /// The text does not match this pattern; `source` is as for `mismatch`.
        case patternMismatch(String, source: String?)
        /// The text is longer than permitted for a variable with a pattern.
        case tooLong
    }

    /// The name of the variable, or an empty text if it is missing.
    let name: String
    /// The problem with that variable.
    let problem: Problem

    /// Creates an error from its parts.
    package init(name: String, problem: Problem) {
        self.name = name
        self.problem = problem
    }

    package var description: String {
        switch problem {
        case .missingEquals:
            "a template variable has no \"=\" (expected NAME=VALUE). Write a name, \"=\" and a value."
        case .illegalName:
            "template variable \(name.debugDescription) has an illegal name"
                + " (expected a-z, then a-z, 0-9 and _). Rename it."
        case .standardName:
            "template variable \"\(name)\" is set by fairlead itself. Use the option for it, or another name."
        case .setTwice:
            "template variable \"\(name)\" is set twice. Keep one."
        case .mismatch(let type, source: nil):
            "template variable \"\(name)\" does not fit (expected \(type.expectation)). Correct its value."
        case .mismatch(let type, source: .some(let source)):
            "template variable \"\(name)\", taken from \"\(source)\", does not fit"
                + " (expected \(type.expectation)). Set \"\(name)\" itself, or correct \"\(source)\"."
        case .patternMismatch(let pattern, source: nil):
            "template variable \"\(name)\" does not fit (expected all of it to match \(pattern.debugDescription))."
                + " Correct its value."
        case .patternMismatch(let pattern, source: .some(let source)):
            "template variable \"\(name)\", taken from \"\(source)\", does not fit (expected all of it to match"
                + " \(pattern.debugDescription)). Set \"\(name)\" itself, or correct \"\(source)\"."
        case .tooLong:
            "template variable \"\(name)\" is too long (expected at most \(ValuePattern.maximumValueBytes) bytes)."
                + " Shorten it."
        }
    }
}
