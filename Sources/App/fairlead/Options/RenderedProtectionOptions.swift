import ArgumentParser
import CommandLineParts
import Failures
import Protection
import ProtectionTerms
import ProviderTemplates

/// The protection options that affect key lines, with the same meaning as for `protect`.
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

    /// Returns the protection policy, with values of the template for options that are not given.
    func policy(_ template: OnboardingTemplate) throws -> ProtectionPolicy {
        try Self.policy(options().completed(by: template), template)
    }

    /// Returns the policy of a template: for its default method, otherwise sample-aes if the template allows
    /// it, otherwise its first method.
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
            throw RunFailure(.usage, at: "command line", ProtectionOptions.message(for: error))
        }
        let policy = try completed.policy(template)
        guard template.methods.contains(where: { $0.rawValue == policy.method.rawValue }) else {
            throw RunFailure(
                .usage,
                at: "--method",
                "template \(template.name) is not for \(policy.method.rawValue)",
                found: "it is for \(template.methods.map(\.rawValue).joined(separator: ", "))",
                remedy: "Choose one of these."
            )
        }
        return policy
    }

    private func options() throws -> ProtectionOptions {
        let optionValues = [("--method", method), ("--drm", drm), ("--iv-mode", ivMode)]
        let arguments = optionValues.compactMap { name, value in value.map { "\(name)=\($0)" } }
        do {
            return try ProtectionOptions.parse(arguments)
        } catch {
            throw ValidationError(ProtectionOptions.message(for: error))
        }
    }
}
