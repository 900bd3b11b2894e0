import Batch
import CommandLineParts
import KeyStore
import KeyURITemplates
import ProviderTemplates

/// Where the results of titles go.
struct TitleOutput {
    private let template: OutputPathTemplate?
    /// Variables that all titles have.
    private let variables: [String: String]

    /// The results of `--output`, with the variables of `--set`.
    init(_ template: OutputPathTemplate?, assignments: [String] = []) {
        self.template = template
        var variables: [String: String] = [:]
        for assignment in assignments.compactMap(VariableAssignment.init) {
            variables[ManifestColumn.key(of: assignment.name)] = assignment.value
        }
        self.variables = variables
    }

    /// Refuses variables that no title can have.
    func checkVariables(of manifest: Manifest) throws {
        let known = variables.keys + manifest.columns.map(\.key)
        for name in template?.variableNames ?? [] where !known.contains(name) {
            let error = OutputPathError.unknownVariable(name, known: Set(known).sorted())
            throw CommandFailure(.usage, "--output: \(error)")
        }
    }

    /// The directory of a title's result, as it is written; a column `output` goes before the option.
    func path(of title: ManifestTitle) throws -> String {
        if let output = title.value("output") { return output }
        guard let template else {
            throw CommandFailure(.usage, "--output is missing, and the title has none. Give one.")
        }
        var variables = variables
        for cell in title.cells { variables[cell.key] = cell.text }
        do {
            return try template.path(variables: variables)
        } catch {
            throw CommandFailure(.usage, "--output: \(error)")
        }
    }

    /// The first variable of the output that a template says is a secret.
    func secret(in title: ManifestTitle, _ templateName: String?) -> String? {
        guard title.value("output") == nil, let names = template?.variableNames, !names.isEmpty,
            let templateName, let found = try? TemplateCache.find(templateName)
        else { return nil }
        let secrets = found.variables.filter(\.rule.isSecret).map(\.name)
        return names.first { secrets.contains($0) }
    }
}

extension OutputPathTemplate {
    /// The template of `--output`.
    static func option(_ text: String?) throws -> OutputPathTemplate? {
        do throws(OutputPathTemplateError) {
            guard let text else { return nil }
            return try OutputPathTemplate(parsing: text)
        } catch {
            throw CommandFailure(.usage, "--output: \(error)")
        }
    }
}
