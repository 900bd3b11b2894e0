internal import YAMLDocuments

/// The YAML of a template file, parsed to nodes with their places.
enum TemplateDocument {
    static func root(_ yaml: [UInt8], source: String) throws(OnboardingTemplateError) -> TemplateNode {
        guard yaml.count <= OnboardingTemplate.maximumBytes else {
            throw OnboardingTemplateError(source: source, problem: .tooLarge)
        }
        let root: YAMLNode?
        do throws(YAMLError) {
            root = try YAMLDocument.root(of: yaml)
        } catch {
            throw OnboardingTemplateError(error, source: source)
        }
        guard let root else {
            throw OnboardingTemplateError(source: source, problem: .missingKey(TemplateKey.name.rawValue))
        }
        return try TemplateNode(root, source: source)
    }
}

extension OnboardingTemplateError {
    fileprivate init(_ error: YAMLError, source: String) {
        let problem: Problem =
            switch error.problem {
            case .notUTF8: .notUTF8
            case .alias: .alias
            case .malformed(let words): .malformedYAML(words)
            case .keyTwice(let key): .twice(key)
            }
        self.init(source: source, line: error.line, column: error.column, problem: problem)
    }
}
