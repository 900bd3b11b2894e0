import TextFormats
import YAMLDocuments

/// The parser of the YAML in a template file, which returns nodes with their locations.
enum TemplateDocument {
    static func root(_ yaml: [UInt8], source: String) throws(OnboardingTemplateError) -> TemplateNode {
        guard yaml.count <= OnboardingTemplate.maximumBytes else {
            throw OnboardingTemplateError(at: TextLocation(in: source), .tooLarge)
        }
        let root: YAMLNode?
        do throws(YAMLError) {
            root = try YAMLDocument.root(of: yaml, source: source)
        } catch {
            throw OnboardingTemplateError(error)
        }
        guard let root else {
            throw OnboardingTemplateError(
                at: TextLocation(in: source),
                .missingKey(TemplateKey.name.rawValue)
            )
        }
        return try TemplateNode(root)
    }
}

extension OnboardingTemplateError {
    fileprivate init(_ error: YAMLError) {
        let problem: Problem =
            switch error.problem {
            case .notUTF8: .notUTF8
            case .alias: .alias
            case .malformed(let reason): .malformedYAML(reason)
            case .duplicateKey(let key): .duplicate(key)
            }
        self.init(at: error.location, problem)
    }
}
