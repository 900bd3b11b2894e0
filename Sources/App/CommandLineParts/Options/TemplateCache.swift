package import ProviderTemplates
import Synchronization

/// A cache of templates, so that a template is read once and all titles of a batch get the same one.
package enum TemplateCache {
    /// The templates by the UTF-8 bytes of their name or path; paths are compared by bytes.
    private static let templates = Mutex<[[UInt8]: OnboardingTemplate]>([:])

    /// Returns the template that a value of `--template` names.
    package static func find(_ nameOrFile: String) throws -> OnboardingTemplate {
        let key = Array(nameOrFile.utf8)
        if let cached = templates.withLock({ $0[key] }) { return cached }
        let template = try OnboardingTemplate.find(nameOrFile)
        templates.withLock { $0[key] = template }
        return template
    }
}
