import Batch
import CommandLineParts
import Failures
import KeyURITemplates
import ProviderTemplates

/// The output paths of titles.
struct TitleOutput {
    /// The text of `--output`, or an empty one.
    let text: String
    private let template: OutputPathTemplate?
    /// The variables that all titles share.
    private let variables: [String: String]

    /// Creates the output paths from `--output` and the assignments of `--set`.
    init(_ text: String?, assignments: [String] = []) throws {
        self.text = text ?? ""
        template = try text.map(OutputPathTemplate.init(parsing:))
        var variables: [String: String] = [:]
        for assignment in assignments.compactMap(VariableAssignment.init) {
            variables[ManifestColumn.key(of: assignment.name)] = assignment.value
        }
        self.variables = variables
    }

    /// The canonical names of the variables of `--output`.
    var variableNames: [String] { template?.variableNames ?? [] }

    /// Throws if the path template has a variable that no title can have.
    func checkVariables(of manifest: Manifest) throws {
        let known = variables.keys + manifest.columns.map(\.key)
        for name in variableNames where !known.contains(name) {
            throw RunFailure.unknownOutputVariable(name, known: Set(known).sorted())
        }
    }

    /// Returns the directory of a title's result, as written; a column `output` takes precedence over the
    /// option.
    func path(of title: ManifestTitle) throws -> String {
        if let output = title.value("output") { return output }
        guard let template else {
            throw RunFailure(.usage, "--output is missing, and the title has none", remedy: "Give one.")
        }
        var variables = variables
        for cell in title.cells { variables[cell.key] = cell.text }
        return try template.path(variables: variables)
    }

    /// Returns the first variable in the output path that the title's template declares secret, or nil.
    func secret(in title: ManifestTitle, _ templateName: String?) -> String? {
        guard title.value("output") == nil, let names = template?.variableNames, !names.isEmpty,
            let templateName, let onboardingTemplate = try? TemplateCache.find(templateName)
        else { return nil }
        let secrets = onboardingTemplate.variables.filter(\.rule.isSecret).map(\.name)
        return names.first { secrets.contains($0) }
    }
}
