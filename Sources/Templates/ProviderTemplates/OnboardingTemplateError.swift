package import KeyURITemplates
package import TextFormats

/// An onboarding template that cannot be found, read or understood.
package struct OnboardingTemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with the template.
    package enum Problem: Hashable, Sendable {
        /// There is no built-in template of this name.
        case unknownName(nearest: String?, known: [String])
        /// There is no such file.
        case notFound
        /// The file cannot be read; the system's words.
        case unreadable(String)
        /// The file is larger than `OnboardingTemplate.maximumBytes`.
        case tooLarge
        /// The file is not UTF-8.
        case notUTF8
        /// The file is no YAML; the parser's words.
        case malformedYAML(String)
        /// Values are nested deeper than `TemplateNode.maximumDepth`.
        case tooDeep
        /// A YAML alias, which templates do not have.
        case alias
        /// A key that stands twice in one mapping, or a word in a list.
        case twice(String)
        /// A key that there is not.
        case unknownKey(String, known: [String])
        /// A key that must be there.
        case missingKey(String)
        /// A value of another kind than the key wants.
        case wrongKind(key: String, expected: String)
        /// A word that is none of those the key takes.
        case unknownWord(String, key: String, known: [String])
        /// A key URI that cannot be parsed.
        case keyURI(KeyURITemplateError)
        /// A variable of the key URI that is neither a standard one nor declared.
        case undeclaredVariable(String)
        /// A variable that cannot be declared, or has a wrong value in the example.
        case variable(TemplateVariableError)
        /// The key URI does not render for the example.
        case example(KeyURITemplateError)
        /// The default of this variable cannot be parsed.
        case defaultValue(String, KeyURITemplateError)
        /// A variable whose default is made of itself.
        case composedOfItself(String)
        /// A pattern that cannot be understood.
        case pattern(ValuePatternError)
        /// More variables than `OnboardingTemplate.maximumVariables`.
        case tooManyVariables
        /// More templates than `TemplateLineage.maximumLevels` extend each other.
        case tooManyLevels
        /// A template that extends itself, over others or not.
        case extendsItself(String)
        /// A file that is extended cannot be read; why.
        case baseFile(String, String)
        /// None of the rules for asset ids yields one of the example's key URI.
        case noAssetID(uri: String, rules: [String])
        /// The example yields something else than is expected.
        case unexpected(key: String, got: [String])
    }

    /// The place in the file, or in the built-in template; the template as a whole if the problem is not in one place.
    package let place: TextPlace
    /// What is wrong.
    package let problem: Problem

    /// Memberwise.
    package init(at place: TextPlace, _ problem: Problem) {
        self.place = place
        self.problem = problem
    }

    /// One line: where, what was found, what is expected, what to do.
    package var description: String { "\(place): \(problem)" }
}

extension OnboardingTemplateError.Problem: CustomStringConvertible {
    /// What was found, what is expected and what to do.
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
        case .malformedYAML(let reason): "the template is no valid YAML (\(reason)). Correct it."
        case .alias: "a YAML alias stands here, or a word like one; templates have none. Write the value out."
        case .twice(let key): "\(key.debugDescription) stands twice. Remove one."
        case .unknownKey(let key, let known):
            "unknown key (got \(key.debugDescription), expected \(Self.list(known))). Correct or remove it."
        case .missingKey(let key): "key \"\(key)\" is missing. Add it."
        case .wrongKind(let key, let expected):
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
            "the default of \"\(name)\" is made of \"\(name)\" itself. Correct it."
        case .pattern(let error): "the pattern is wrong at its \(error)"
        case .noAssetID(let uri, let rules):
            "no rule yields an asset id of the example's key URI (got \(uri), expected"
                + " \(AssetID.lengths.lowerBound) to \(AssetID.lengths.upperBound) bytes by \(Self.list(rules)))."
                + " Correct the rules."
        case .unexpected(let key, let got):
            "the example yields another \"\(key)\" (got \(Self.list(got))). Correct one of them."
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
            "\(name.debugDescription), which is extended, is no template: \(reason)"
        default: ""
        }
    }

    private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
