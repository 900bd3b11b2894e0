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
    private let output: OutputPathTemplate?

    init(_ manifest: Manifest, defaults: [ScannedArguments.Option], output: OutputPathTemplate?) {
        self.manifest = manifest
        self.defaults = defaults
        self.output = output
    }

    /// Throws if a column is unknown, or a variable of `--set` is in no template.
    func check() throws {
        let (templateNames, isComplete) = templateVariables()
        let variables = templateNames.union(output?.variableNames ?? [])
        var known: Set = [ManifestColumn.input, ManifestColumn.contentID, "output"]
        known.formUnion(TitleOptionNames.kinds.keys.map { ManifestColumn.key(of: $0) })
        known.formUnion(variables.map { ManifestColumn.key(of: $0) })
        // A template that is missing or invalid may have any variable; it is an error of its titles.
        guard isComplete else { return }
        try manifest.checkColumns(known: known)
        try checkAssignments(variables.subtracting([ManifestColumn.contentID]))
    }

    private func checkAssignments(_ variables: Set<String>) throws {
        let rowAssignments = manifest.titles.compactMap { title in
            title.value("set").map { (location: "\(manifest.source):\(title.line): --set", text: $0) }
        }
        let optionAssignments = defaults.filter { $0.name == "set" }.map {
            (location: "--set", text: $0.value ?? "")
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
    private func templateVariables() -> (names: Set<String>, isComplete: Bool) {
        let templates = Set(
            manifest.titles.compactMap { $0.value("template") }
                + [defaults.last { $0.name == "template" }?.value ?? "content-id"]
        )
        let keyURIs = Set(
            manifest.titles.compactMap { $0.value("key_uri") }
                + defaults.filter { $0.name == "key-uri" }.compactMap(\.value)
        )
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
