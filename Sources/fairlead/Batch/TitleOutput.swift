import BatchPackaging
import KeyStore

/// Where the results of titles go.
struct TitleOutput {
    private let template: OutputPathTemplate?
    /// Variables that all titles have.
    private let variables: [String: String]

    /// The results of `--output`, with the variables of `--set`.
    init(_ template: OutputPathTemplate?, variables: [String: String] = [:]) {
        self.template = template
        self.variables = variables
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
