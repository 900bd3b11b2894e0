import ArgumentParser
import KeyStore
import KeyURITemplates
import Protection
import ProtectionTerms
import ProviderTemplates

/// The variables of a template that is named elsewhere; they mean what they mean beside `--template`.
struct TemplateVariableOptions: ParsableArguments {
    @Option(
        name: .customLong("entitlement-url"),
        help: ArgumentHelp("The value of {entitlement_url}.", valueName: "url")
    )
    var entitlementURL: String?

    @Option(
        help: ArgumentHelp("The value of another template variable; repeatable.", valueName: "name=value")
    )
    var set: [String] = []

    /// The variables that are the same for all keys of a title, as a command with `--template` has them.
    func variables(for contentID: ContentID, _ template: OnboardingTemplate) throws -> TemplateVariables {
        try options().variables(for: contentID, template)
    }

    /// The variables that do not depend on the title.
    func commonVariables(_ template: OnboardingTemplate) throws -> TemplateVariables {
        try options().commonVariables(template)
    }

    /// Whether no variable is given.
    var isEmpty: Bool { entitlementURL == nil && set.isEmpty }

    private func options() throws -> TemplateOptions {
        let url = entitlementURL.map { ["--entitlement-url=" + $0] } ?? []
        return try TemplateOptions.parse(url + set.map { "--set=" + $0 })
    }
}

/// How media would be protected, as far as key lines tell of it; the options mean what they mean to `protect`.
struct RenderedProtectionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("sample-aes, sample-aes-ctr, aes-128 or aes-256-gcm.", valueName: "method"))
    var method: String?

    @Option(help: ArgumentHelp("Key systems to signal, in the order of their lines.", valueName: "list"))
    var drm: String?

    @Option(help: ArgumentHelp("aes-128: segment, sequence or constant.", valueName: "mode"))
    var ivMode: String?

    func validate() throws {
        _ = try options()
    }

    /// The policy with what the template says where no option says anything.
    func policy(_ template: OnboardingTemplate) throws -> ProtectionPolicy {
        try Self.policy(options().completed(by: template), template)
    }

    /// The policy of a template, with the first of its methods where it names no default and sample-aes does not fit.
    static func policyOfTemplate(_ template: OnboardingTemplate) throws -> ProtectionPolicy {
        let fallback =
            template.methods.contains(.sampleAES) ? ProtectionMethod.sampleAES : template.methods[0]
        let method = (template.method ?? fallback).rawValue
        let options = try ProtectionOptions.parse(["--method=" + method])
        return try policy(options.completed(by: template), template)
    }

    private static func policy(
        _ completed: ProtectionOptions,
        _ template: OnboardingTemplate
    ) throws -> ProtectionPolicy {
        do {
            try completed.check()
        } catch {
            throw CommandFailure(.usage, "command line: \(ProtectionOptions.message(for: error)).")
        }
        let policy = try completed.policy(template)
        guard template.methods.contains(where: { $0.rawValue == policy.method.rawValue }) else {
            throw CommandFailure(
                .usage,
                "--method: template \(template.name) is not for \(policy.method.rawValue) (it is for "
                    + "\(template.methods.map(\.rawValue).joined(separator: ", "))). Choose one of these."
            )
        }
        return policy
    }

    private func options() throws -> ProtectionOptions {
        let given = [("--method", method), ("--drm", drm), ("--iv-mode", ivMode)]
        let words = given.compactMap { name, value in value.map { "\(name)=\($0)" } }
        do {
            return try ProtectionOptions.parse(words)
        } catch {
            throw ValidationError(ProtectionOptions.message(for: error))
        }
    }
}
