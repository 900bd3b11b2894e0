internal import Yams

/// The YAML of a template file, parsed to nodes with their places.
enum TemplateDocument {
    static func root(_ yaml: [UInt8], source: String) throws(OnboardingTemplateError) -> TemplateNode {
        guard yaml.count <= OnboardingTemplate.maximumBytes else {
            throw OnboardingTemplateError(source: source, problem: .tooLarge)
        }
        // libyaml takes no byte order mark when it is told the encoding.
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = yaml.starts(with: byteOrderMark) ? yaml.dropFirst(3) : yaml[...]
        guard let text = String(validating: content, as: UTF8.self) else {
            throw OnboardingTemplateError(source: source, problem: .notUTF8)
        }
        if let place = AliasScan.firstAlias(in: text) {
            throw OnboardingTemplateError(
                source: source,
                line: place.line,
                column: place.column,
                problem: .alias
            )
        }
        do {
            // Without rules for types, whose regular expressions take a millisecond to make: values are their texts.
            guard let root = try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot() else {
                throw OnboardingTemplateError(source: source, problem: .missingKey(TemplateKey.name.rawValue))
            }
            return try TemplateNode(root, source: source)
        } catch let error as OnboardingTemplateError {
            throw error
        } catch let error as YamlError {
            throw OnboardingTemplateError(error, source: source)
        } catch {
            throw OnboardingTemplateError(source: source, problem: .malformedYAML("\(error)"))
        }
    }
}

extension OnboardingTemplateError {
    /// Only the parser's words and the place: its own description holds a piece of the file, over several
    /// lines.
    fileprivate init(_ error: YamlError, source: String) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            self.init(source: source, line: mark.line, column: mark.column, problem: .malformedYAML(problem))
        case .duplicatedKeysInMapping(let duplicates, let context):
            self.init(
                source: source,
                line: context.mark.line,
                column: context.mark.column,
                problem: .twice(duplicates.first ?? "")
            )
        case .reader(let problem, _, _, _):
            self.init(source: source, problem: .malformedYAML(problem))
        default:
            self.init(source: source, problem: .malformedYAML("\(error)"))
        }
    }
}
