package import KeyURITemplates
package import TextFormats

/// An error in finding, reading or parsing an onboarding template.
package struct OnboardingTemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem with the template.
    package enum Problem: Hashable, Sendable {
        /// No built-in template has this name.
        case unknownName(nearest: String?, known: [String])
        /// The file does not exist.
        case notFound
        /// The file cannot be read, for the reason that the system states.
        case unreadable(String)
        /// The file is larger than `OnboardingTemplate.maximumBytes`.
        case tooLarge
        /// The file is not UTF-8.
        case notUTF8
        /// The file is not YAML, for the reason that the parser states.
        case malformedYAML(String)
        /// Values are nested deeper than `TemplateNode.maximumDepth`.
        case tooDeep
        /// The file contains a YAML alias, which templates do not support.
        case alias
        /// A key occurs twice in one mapping, or a value twice in a list.
        case duplicate(String)
        /// The key is unknown.
        case unknownKey(String, known: [String])
        /// A required key is missing.
        case missingKey(String)
        /// A value does not have the form that the key requires.
        case invalidValue(key: String, expected: String)
        /// A word is not among those that the key permits.
        case unknownWord(String, key: String, known: [String])
        /// The key URI template cannot be parsed.
        case keyURI(TemplateError)
        /// The key URI or a default uses a variable that is neither standard nor declared.
        case undeclaredVariable(String)
        /// A variable cannot be declared, or its value in the example violates its declaration.
        case variable(TemplateVariableError)
        /// The key URI does not render for the example.
        case example(TemplateError)
        /// The default of this variable cannot be parsed.
        case defaultValue(String, TemplateError)
        /// The default of a variable is composed of the variable itself, directly or through others.
        case composedOfItself(String)
        /// A pattern cannot be parsed.
        case pattern(ValuePatternError)
        /// The template declares more variables than `OnboardingTemplate.maximumVariables`.
        case tooManyVariables
        /// More templates than `TemplateLineage.maximumLevels` extend each other.
        case tooManyLevels
        /// The template extends itself, directly or through others.
        case extendsItself(String)
        /// The file with this name, which is extended, cannot be read, for the given reason.
        case baseFile(String, String)
        /// No asset id rule yields an asset id from the example's key URI.
        case noAssetID(uri: String, rules: [String])
        /// The example yields a result other than the expected one.
        case unexpected(key: String, got: [String])
    }

    /// The location in the file or built-in template, or the template as a whole if the problem has no
    /// location.
    package let location: TextLocation
    /// The problem at that location.
    package let problem: Problem

    /// Creates an error from its parts.
    init(at location: TextLocation, _ problem: Problem) {
        self.location = location
        self.problem = problem
    }

    package var description: String { "\(location): \(problem)" }
}

extension OnboardingTemplateError.Problem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknownName(let nearest, let known):
            "there is no such template (expected \(Self.list(known)))."
                + (nearest.map { " Use \($0), if that is meant." }
                    ?? " Name one of these, or a file with a slash in its path.")
        case .notFound: "the template file does not exist. Correct the path."
        case .unreadable(let reason):
            "the template file cannot be read (\(reason)). Correct the path or its permissions."
        case .tooLarge:
            "the template is too large (expected at most \(OnboardingTemplate.maximumBytes) bytes)."
                + " Shorten it."
        case .notUTF8: "the template is not UTF-8. Save it as UTF-8."
        case .malformedYAML(let reason): "the template is not valid YAML (\(reason)). Correct it."
        case .alias:
            "a YAML alias is here, or a word that looks like one; templates do not support aliases. Write the value out."
        case .duplicate(let key): "\(key.debugDescription) appears twice. Remove one."
        case .unknownKey(let key, let known):
            "unknown key (got \(key.debugDescription), expected \(Self.list(known))). Correct or remove it."
        case .missingKey(let key): "key \"\(key)\" is missing. Add it."
        case .invalidValue(let key, let expected):
            "the value of \"\(key)\" does not fit (expected \(expected)). Correct it."
        case .unknownWord(let word, let key, let known):
            "unknown word for \"\(key)\" (got \(word.debugDescription), expected \(Self.list(known)))."
                + " Correct it."
        case .keyURI(let error): "the key URI is wrong at its \(error)"
        case .undeclaredVariable(let name):
            "the key URI uses \"\(name)\", which is neither a standard variable nor declared."
                + " Declare it in variables."
        case .variable(let error): error.description
        case .example(let error): "the example does not render: at the key URI's \(error)"
        case .tooDeep, .tooManyVariables, .tooManyLevels, .extendsItself, .baseFile: structureDescription
        case .defaultValue(let name, let error):
            "the default of \"\(name)\" is wrong at its \(error)"
        case .composedOfItself(let name):
            "the default of \"\(name)\" refers to \"\(name)\" itself. Correct it."
        case .pattern(let error): "the pattern is wrong at its \(error)"
        case .noAssetID(let uri, let rules):
            "no rule yields an asset id from the example's key URI (got \(uri), expected"
                + " \(AssetID.lengths.lowerBound) to \(AssetID.lengths.upperBound) bytes from one of \(Self.list(rules)))."
                + " Correct the rules."
        case .unexpected(let key, let got):
            "the example does not yield the expected \"\(key)\" (got \(Self.list(got))). Correct the example or the expected value."
        }
    }

    private var structureDescription: String {
        switch self {
        case .tooDeep:
            "values are nested too deeply (expected at most \(TemplateNode.maximumDepth) levels). Flatten them."
        case .tooManyVariables:
            "too many variables (expected at most \(OnboardingTemplate.maximumVariables)). Remove some."
        case .tooManyLevels:
            "too many templates extend each other (expected at most \(TemplateLineage.maximumLevels)). Extend fewer."
        case .extendsItself(let name): "\(name.debugDescription) extends itself. Extend another template."
        case .baseFile(let name, let reason):
            "\(name.debugDescription), which this template extends, cannot be used: \(reason)"
        default: ""
        }
    }

    private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
