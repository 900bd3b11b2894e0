/// An error in parsing or rendering a template, with the words of key URIs.
///
/// Messages never contain the text of a variable, which may be a secret.
package struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem in the template or its result.
    package indirect enum Problem: Hashable, Sendable {
        /// A `{` has no `}`.
        case unclosedBrace
        /// A `}` has no `{`.
        case strayBrace
        /// The name of a variable is missing.
        case missingName
        /// The name of a variable is not legal.
        case illegalName(String)
        /// The filter does not exist; the name is empty if it is missing.
        case unknownFilter(String)
        /// The variable is not set.
        case unknownVariable(String, known: [String])
        /// The value of the variable is empty, or empty after a filter.
        case emptyValue(String)
        /// A filter refuses the value of the variable.
        case filter(String, variable: String, TemplateFilterError)
        /// A composed variable cannot be rendered; the column of the inner error is that of the variable's
        /// template.
        case composed(String, TemplateError)
        /// The value of a composed variable violates its declaration.
        case composedValue(TemplateVariableError)
        /// The variable is composed of itself, directly or through others.
        case composedOfItself(String)
        /// The character is illegal in the template or its result.
        case illegalCharacter(Unicode.Scalar)
        /// The text has `{$`, which begins a variable reference of HLS.
        case variableReference
        /// The URI is longer than `KeyURITemplate.maximumResultBytes`.
        case tooLong
        /// The template or the URI is empty.
        case empty
        /// The URI does not begin with a scheme in lower case.
        case missingScheme
    }

    /// The position in the template, from 1, in Unicode scalars.
    package let column: Int
    /// The problem at that position.
    package let problem: Problem

    /// Creates an error from its parts.
    package init(column: Int, problem: Problem) {
        self.column = column
        self.problem = problem
    }

    package var description: String { "column \(column): \(problem.description)" }

    /// Returns the message with other advice for a variable that is not set.
    ///
    /// - Parameter advice: returns a sentence for the name of the variable, or nil for the default advice.
    /// - Returns: the message in one line.
    package func description(settingVariable advice: (String) -> String?) -> String {
        let text =
            switch problem {
            case .unknownVariable(let name, let known):
                advice(name).map { "\(Problem.unset(name, known)) \($0)" } ?? problem.description
            case .composed(let name, let error):
                "variable \"\(name)\" cannot be composed: in its default, "
                    + error.description(settingVariable: advice)
            default: problem.description
            }
        return "column \(column): \(text)"
    }
}

extension TemplateError.Problem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unclosedBrace:
            "a brace is not closed (expected \"}\"). Close it, or write \"{{\" for a brace."
        case .strayBrace:
            "a closing brace without an opening one. Remove it, or write \"}}\" for a brace."
        case .missingName:
            "a variable has no name (expected {NAME}). Name it, or write \"{{\" for a brace."
        case .illegalName(let name):
            "illegal variable name (got \(name.debugDescription), expected a-z, then a-z, 0-9 and _)."
                + " Correct it."
        case .unknownFilter(let name):
            "unknown filter (got \(name.debugDescription), expected \(Self.filterNames)). Correct it."
        case .unknownVariable(let name, let known):
            Self.unset(name, known) + " Correct the name, or set it."
        case .emptyValue(let name):
            "the value of variable \"\(name)\" is empty. Give it a value."
        case .filter(let filter, let variable, let error):
            "filter \"\(filter)\" cannot be applied to variable \"\(variable)\": \(error)"
        case .composed(let name, let error):
            "variable \"\(name)\" cannot be composed: in its default, \(error)"
        case .composedValue(let error): error.description
        case .composedOfItself(let name):
            "variable \"\(name)\" refers to itself. Correct its default."
        case .illegalCharacter(let scalar):
            "a key URI cannot contain this character (got \(Self.name(scalar))). Percent-encode it."
        case .variableReference:
            "a key URI cannot contain \"{$\", which begins an HLS variable reference. Percent-encode it."
        case .tooLong:
            "the key URI is too long (expected at most \(KeyURITemplate.maximumResultBytes) bytes)."
                + " Shorten it."
        case .empty:
            "the key URI is empty (expected SCHEME:...). Write one."
        case .missingScheme:
            "the key URI has no scheme in lower case (expected for example skd: or https:). Begin with one."
        }
    }

    fileprivate static func unset(_ name: String, _ known: [String]) -> String {
        "variable \"\(name)\" is not set (variables that are set: \(list(known)))."
    }

    private static var filterNames: String { list(TemplateFilter.all.map(\.name)) }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.joined(separator: ", ")
    }

    private static func name(_ scalar: Unicode.Scalar) -> String {
        let code = String(scalar.value, radix: 16, uppercase: true)
        let number = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
        return [number, scalar.properties.name ?? scalar.properties.nameAlias].compactMap(\.self).joined(
            separator: " "
        )
    }
}
