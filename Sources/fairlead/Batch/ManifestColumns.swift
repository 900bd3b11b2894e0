import BatchPackaging
import HLSPackaging
import KeyStore
import KeyURITemplates
import OnboardingTemplates

/// The columns that a manifest may have: what every title has, options, and the variables of the templates in use.
struct ManifestColumns {
    private let manifest: Manifest
    private let defaults: [ScannedArguments.Option]

    init(_ manifest: Manifest, defaults: [ScannedArguments.Option]) {
        self.manifest = manifest
        self.defaults = defaults
    }

    /// Refuses a column that is none of these.
    func check() throws {
        var known: Set = [ManifestColumn.input, ManifestColumn.contentID, "output"]
        known.formUnion(TitleOptionNames.kinds.keys.map { ManifestColumn.key(of: $0) })
        known.formUnion(templateVariables())
        do {
            try manifest.checkColumns(known: known)
        } catch {
            throw CommandFailure(.malformed, "\(error)")
        }
    }

    /// The variables of all templates that are named; a template that is wrong is the fault of its titles.
    private func templateVariables() -> Set<String> {
        let templates = Set(
            manifest.titles.compactMap { $0.value("template") }
                + [defaults.last { $0.name == "template" }?.value ?? "content-id"]
        )
        let keyURIs = Set(
            manifest.titles.compactMap { $0.value("key_uri") }
                + defaults.filter { $0.name == "key-uri" }.compactMap(\.value)
        )
        var names: Set<String> = []
        for template in templates {
            guard let found = try? OnboardingTemplate.find(template) else { continue }
            names.formUnion(found.settableNames)
        }
        for text in keyURIs {
            guard let keyURI = try? KeyURITemplate(parsing: text) else { continue }
            names.formUnion(keyURI.variableNames)
        }
        return names
    }
}
