package import ProviderTemplates
import Synchronization

/// Templates that were read: the titles of a batch have a few, and each is read once, so that all titles get the same.
package enum TemplateCache {
    /// By the bytes of what names them, as files are.
    private static let found = Mutex<[[UInt8]: OnboardingTemplate]>([:])

    /// The template that a value of `--template` stands for.
    package static func find(_ nameOrFile: String) throws -> OnboardingTemplate {
        let key = Array(nameOrFile.utf8)
        if let known = found.withLock({ $0[key] }) { return known }
        let template = try OnboardingTemplate.find(nameOrFile)
        found.withLock { $0[key] = template }
        return template
    }
}
