/// A key URI template that cannot be parsed or rendered.
///
/// No message holds a variable's text, which may be a secret.
package struct KeyURITemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with the template or its result.
    package indirect enum Problem: Hashable, Sendable {
        /// A `{` without its `}`.
        case unclosedBrace
        /// A `}` without its `{`.
        case strayBrace
        /// No name where one must stand.
        case missingName
        /// A variable name that is not `[a-z][a-z0-9_]*`.
        case illegalName(String)
        /// A filter that there is not; empty if there is no name.
        case unknownFilter(String)
        /// A variable that is not set.
        case unknownVariable(String, known: [String])
        /// A variable whose text is empty, or becomes so by a filter.
        case emptyValue(String)
        /// A filter that cannot take the variable's text.
        case filter(String, variable: String, TemplateFilterError)
        /// A composed variable cannot be made; the error's column is that of its template.
        case composed(String, KeyURITemplateError)
        /// A composed variable does not fit its declaration.
        case composedValue(TemplateVariableError)
        /// A variable that is composed of itself.
        case composedOfItself(String)
        /// A character that cannot stand in a key URI.
        case illegalCharacter(Unicode.Scalar)
        /// `{$`, which begins a variable reference of HLS.
        case variableReference
        /// The URI is longer than `KeyURITemplate.maximumResultBytes`.
        case tooLong
        /// The template, or the URI, is empty.
        case empty
        /// The URI has no scheme in lower case.
        case missingScheme
    }

    /// Where in the template, from 1, counted in Unicode scalars.
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

    /// The same with another advice for a variable that is not set.
    ///
    /// - Parameter advice: a sentence for the name of the variable; nil for the usual one.
    /// - Returns: the line.
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

extension KeyURITemplateError.Problem: CustomStringConvertible {
    /// What was found, what is expected and what to do.
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
            "filter \"\(filter)\" cannot take variable \"\(variable)\": \(error)"
        case .composed(let name, let error):
            "variable \"\(name)\" cannot be composed: in its default, \(error)"
        case .composedValue(let error): error.description
        case .composedOfItself(let name):
            "variable \"\(name)\" is composed of itself. Correct its default."
        case .illegalCharacter(let scalar):
            "a key URI cannot hold this character (got \(Self.name(scalar))). Percent-encode it."
        case .variableReference:
            "a key URI cannot hold \"{$\", which begins an HLS variable reference. Percent-encode it."
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
        "variable \"\(name)\" is not set (set are \(list(known)))."
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
