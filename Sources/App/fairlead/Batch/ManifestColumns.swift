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
        var keyURIs: Set<String> = []
        /// The assignments of variables, with the line of the first title that has each.
        var assignments: [String: Int] = [:]
    }

    private func rowValues() throws -> RowValues {
        var values = RowValues()
        let columns = Set(manifest.columns.map(\.key))
        guard !columns.isDisjoint(with: ["template", "key_uri", "set"]) else { return values }
        try manifest.forEachTitle { title in
            if let template = title.value("template") { values.templates.insert(template) }
            if let keyURI = title.value("key_uri") { values.keyURIs.insert(keyURI) }
            guard let assignment = title.value("set"), values.assignments[assignment] == nil else { return }
            values.assignments[assignment] = title.line
        }
        return values
    }

    private func checkAssignments(_ rows: RowValues, _ variables: Set<String>) throws {
        let optionAssignments = defaults.filter { $0.name == "set" }.map {
            (location: "--set", text: $0.value ?? "")
        }
        let rowAssignments = rows.assignments.sorted { $0.value < $1.value }.map { text, line in
            (location: "\(manifest.source):\(line): --set", text: text)
        }
        for (location, text) in optionAssignments + rowAssignments {
            guard let assignment = VariableAssignment(text) else {
                let error = TemplateVariableError(name: "", problem: .missingEquals)
                throw RunFailure.templateVariable(error).located(at: location)
            }
            guard !variables.contains(assignment.name) else { continue }
            throw RunFailure(
                .usage,
                at: location,
                "no template in use has a variable \(assignment.name.debugDescription)",
                expected: variables.sorted().joined(separator: ", "),
                remedy: "Correct the name."
            )
        }
    }

    /// Returns the variables of all named templates; an invalid template is an error of its titles.
    private func templateVariables(_ rows: RowValues) -> (names: Set<String>, isComplete: Bool) {
        let templates = rows.templates.union([defaults.last { $0.name == "template" }?.value ?? "content-id"])
        let keyURIs = rows.keyURIs.union(defaults.filter { $0.name == "key-uri" }.compactMap(\.value))
        var names: Set<String> = []
        var isComplete = true
        for template in templates {
            guard let onboardingTemplate = try? TemplateCache.find(template) else {
                isComplete = false
                continue
            }
            names.formUnion(onboardingTemplate.settableNames)
        }
        for text in keyURIs {
            guard let keyURI = try? KeyURITemplate(parsing: text) else { continue }
            names.formUnion(keyURI.variableNames)
        }
        return (names, isComplete)
    }
}
