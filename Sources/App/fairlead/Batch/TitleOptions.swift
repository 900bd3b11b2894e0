import Batch
import CommandLineParts
import Failures
import ProviderTemplates

/// The options of a title: those of its row, supplemented by those of the batch's command line.
struct TitleOptions {
    /// The options with their values, each a word of a command line; a flag has none.
    private var values: [String: [String]] = [:]
    /// The template variables from columns and `--set`.
    private(set) var variables: [VariableAssignment] = []

    /// Collects the options of a title.
    ///
    /// - Parameters:
    ///   - title: the row of the manifest.
    ///   - defaults: the options of the batch's command line.
    ///   - command: the command of the title.
    /// - Throws: `RunFailure` for a flag that is neither yes nor no.
    init(of title: ManifestTitle, defaults: [ScannedArguments.Option], for command: TitleCommand.Kind) throws
    {
        let ignored = TitleOptionNames.ignoredOptions(by: command)
        let isLeftClear = try command == .package && Self.isLeftClear(title)
        for option in defaults
        where TitleOptionNames.kinds[option.name] != nil && !ignored.contains(option.name)
            && (!isLeftClear || TitleOptionNames.isOfClearTitles(option.name))
        {
            values[option.name, default: []] += option.value.map { [$0] } ?? []
        }
        var rowOptions: Set<String> = []
        for cell in title.cells {
            guard let name = TitleOptionNames.option(ofColumn: cell.key) else { continue }
            if TitleOptionNames.kinds[name] == .flag {
                values[name] = try Self.isSet(cell.text, name) ? [] : nil
            } else if name == "reuse-key", let isSet = try? Self.isSet(cell.text, name) {
                // Yes means all renditions, like the option without a name on a command line.
                values[name] = isSet ? [OptionalValueArguments.allRenditions] : nil
            } else if rowOptions.insert(name).inserted {
                values[name] = [cell.text]
            } else {
                values[name, default: []].append(cell.text)
            }
        }
        extractVariables(from: title)
        if command == .protect, values["clear"] != nil {
            throw RunFailure(
                .usage,
                "--clear is for mezzanines, and a playlist is protected",
                remedy: "Leave it out, or name the mezzanines."
            )
        }
    }

    /// The options that determine the result, each with its value.
    var resultOptions: [String] {
        values.filter { !TitleOptionNames.irrelevantToResult.contains($0.key) }
            .flatMap { name, values in values.isEmpty ? [name] : values.map { "\(name)=\($0)" } }
            .sorted()
    }

    /// The words for the parser, without variables.
    var arguments: [String] {
        values.sorted { $0.key < $1.key }
            .flatMap { name, values in
                values.isEmpty ? ["--\(name)"] : values.map { "--\(name)=\($0)" }
            }
    }

    /// Returns the assignments of variables that the template has; a column applies to all titles, whose
    /// templates may differ.
    func assignments(for template: OnboardingTemplate) -> [String] {
        let known = Set(template.settableNames)
        return variables.filter { known.contains($0.name) }.map { "\($0.name)=\($0.value)" }
    }

    /// Indicates whether an option is given.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// Returns the last value of an option, or nil if it has none.
    func value(_ name: String) -> String? { values[name]?.last }

    /// Moves `--set` to the variables; a column takes precedence over an assignment of the same variable.
    private mutating func extractVariables(from title: ManifestTitle) {
        for assignment in values.removeValue(forKey: "set") ?? [] {
            if let variable = VariableAssignment(assignment) {
                variables.append(variable)
            } else {
                // Leaves it to the parser to refuse.
                values["set", default: []].append(assignment)
            }
        }
        for cell in title.cells where Self.isVariable(cell.key) {
            variables.removeAll { $0.name == cell.key }
            variables.append(VariableAssignment(name: cell.key, value: cell.text))
        }
    }

    /// Indicates whether a column is neither an option nor one of the columns `input`, `content_id` and
    /// `output`.
    static func isVariable(_ key: String) -> Bool {
        ![ManifestColumn.input, ManifestColumn.contentID, "output"].contains(key)
            && TitleOptionNames.option(ofColumn: key) == nil
    }

    /// Indicates whether the row, not the command line, says that the title stays clear.
    private static func isLeftClear(_ title: ManifestTitle) throws -> Bool {
        if title.value("method") == "none" { return true }
        return try title.value("clear").map { try isSet($0, "clear") } ?? false
    }

    private static func isSet(_ text: String, _ name: String) throws -> Bool {
        switch text.lowercased() {
        case "yes", "true", "1": return true
        case "no", "false", "0": return false
        default:
            throw RunFailure(
                .usage,
                "column \(name) is neither yes nor no",
                found: "got \(text.debugDescription)",
                remedy: "Write one of the two."
            )
        }
    }
}
