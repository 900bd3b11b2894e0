/// A template variable that cannot be set.
///
/// No message holds a variable's text, which may be a secret.
package struct TemplateVariableError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with the variable.
    package enum Problem: Hashable, Sendable {
        /// An assignment without an equals sign.
        case missingEquals
        /// The name is not `[a-z][a-z0-9_]*`.
        case illegalName
        /// The name is one that fairlead sets itself.
        case standardName
        /// The name was set before.
        case setTwice
        /// The text is not of the variable's type; `source` names the variable that the text was taken from.
        case mismatch(TemplateVariableType, source: String?)
        /// The text does not match the variable's pattern, which this is; `source` as for a mismatch.
        case patternMismatch(String, source: String?)
        /// The text is longer than what a pattern is tried on.
        case tooLong
    }

    /// The variable's name; empty if there is none.
    package let name: String
    /// What is wrong.
    package let problem: Problem

    /// Memberwise.
    package init(name: String, problem: Problem) {
        self.name = name
        self.problem = problem
    }

    /// One line: what was found, what is expected, what to do.
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
