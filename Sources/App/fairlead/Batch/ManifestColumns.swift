import Batch
import CommandLineParts
import Failures
import KeyURITemplates
import Presentations
import ProviderTemplates

/// The columns that the manifest of a batch may have, and the variables that `--set` may set.
///
/// A column is `input`, `content_id` or `output`, an option of a title, or a variable of an output path, a
/// template or a key URI.
struct ManifestColumns {
    private let manifest: Manifest
    private let defaults: [ScannedArguments.Option]
    private let output: TitleOutput

    init(_ manifest: Manifest, defaults: [ScannedArguments.Option], output: TitleOutput) {
        self.manifest = manifest
        self.defaults = defaults
        self.output = output
    }

    /// Throws if a column is unknown, or a variable of `--set` is in no template.
    func check() throws {
        let rows = try rowValues()
        let (templateNames, isComplete) = templateVariables(rows)
        let variables = templateNames.union(output.variableNames)
        var known: Set = [ManifestColumn.input, ManifestColumn.contentID, "output"]
        known.formUnion(TitleOptionNames.kinds.keys.map { ManifestColumn.key(of: $0) })
        known.formUnion(variables.map { ManifestColumn.key(of: $0) })
        // A template that is missing or invalid may have any variable; it is an error of its titles.
        guard isComplete else { return }
        try manifest.checkColumns(known: known)
        try checkAssignments(rows, variables.subtracting([ManifestColumn.contentID]))
    }

    /// The values of all titles in the columns that name templates or variables, each once.
    private struct RowValues {
        var templates: Set<String> = []
        var keyURIVariables: Set<String> = []
        /// The variables that are assigned values, with the line of the first title that has each.
        var assignedVariables: [String: Int] = [:]
    }

    private func rowValues() throws -> RowValues {
        var values = RowValues()
        let columns = Set(manifest.columns.map(\.key))
        guard !columns.isDisjoint(with: ["template", "key_uri", "set"]) else { return values }
        try manifest.forEachTitle { title in
            if let template = title.value("template") { values.templates.insert(template) }
            if let text = title.value("key_uri"), let keyURI = try? KeyURITemplate(parsing: text) {
                values.keyURIVariables.formUnion(keyURI.variableNames)
            }
            guard let text = title.value("set") else { return }
            let name = try Self.variable(in: text, at: "\(manifest.source):\(title.line): --set")
            values.assignedVariables[name] = values.assignedVariables[name] ?? title.line
        }
        return values
    }

    private func checkAssignments(_ rows: RowValues, _ variables: Set<String>) throws {
        let optionVariables = try defaults.filter { $0.name == "set" }.map {
            (location: "--set", name: try Self.variable(in: $0.value ?? "", at: "--set"))
        }
        let rowVariables = rows.assignedVariables.sorted { $0.value < $1.value }.map { name, line in
            (location: "\(manifest.source):\(line): --set", name: name)
        }
        for (location, name) in optionVariables + rowVariables where !variables.contains(name) {
            throw RunFailure(
                .usage,
                at: location,
                "no template in use has a variable \(name.debugDescription)",
                expected: variables.sorted().joined(separator: ", "),
                remedy: "Correct the name."
            )
        }
    }

    private static func variable(in assignment: String, at location: String) throws -> String {
        if let assignment = VariableAssignment(assignment) { return assignment.name }
        let error = TemplateVariableError(name: "", problem: .missingEquals)
        throw RunFailure.templateVariable(error).located(at: location)
    }

    /// Returns the variables of all named templates; an invalid template is an error of its titles.
    private func templateVariables(_ rows: RowValues) -> (names: Set<String>, isComplete: Bool) {
        let templates = rows.templates.union([defaults.last { $0.name == "template" }?.value ?? "content-id"])
        var names = rows.keyURIVariables
        var isComplete = true
        for template in templates {
            guard let onboardingTemplate = try? TemplateCache.find(template) else {
                isComplete = false
                continue
            }
            names.formUnion(onboardingTemplate.settableNames)
        }
        for text in defaults.filter({ $0.name == "key-uri" }).compactMap(\.value) {
            guard let keyURI = try? KeyURITemplate(parsing: text) else { continue }
            names.formUnion(keyURI.variableNames)
        }
        return (names, isComplete)
    }
}
