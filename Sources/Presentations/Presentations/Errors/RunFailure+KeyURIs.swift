package import Failures
package import KeyStore
package import KeyURITemplates
import ProtectionTerms

extension RunFailure.Kind {
    /// A key URI without an asset id.
    package static let noAssetID = Self("no asset id")
}

/// Failures to make the URI of a key from a template.
extension RunFailure {
    /// The URI of a key already names another key of the same title.
    package static func keyURITaken(uri: String, by identity: KeyIdentity) -> RunFailure {
        let uri = KeyURIRedaction.redacted(uri)
        return RunFailure(
            .usage,
            at: CommandOption.keyURI,
            "the URI \(uri) already names another key of this title",
            found: "\(identity)",
            remedy: distinctTemplateAdvice(uri)
        )
    }

    /// No asset id rule of the template matches the URI of a key.
    static func noAssetID(uri: String, rules: [String], options: [String]) -> RunFailure {
        let lengths = AssetID.lengths
        return RunFailure(
            .usage,
            at: CommandOption.template,
            "apps find no asset id in the URI \(KeyURIRedaction.redacted(uri))",
            expected:
                "\(lengths.lowerBound) to \(lengths.upperBound) bytes by \(rules.joined(separator: ", "))",
            remedy: options.isEmpty
                ? "Use another template."
                : "Use another \(options.joined(separator: " or ")), or another template.",
            kind: .noAssetID
        )
    }

    /// The key URI could not be rendered.
    package static func template(_ error: TemplateError) -> RunFailure {
        let message = error.description { TemplateVariableOption.advice(for: $0) }
        return RunFailure(.usage, at: CommandOption.keyURI, message.withoutFullStop)
    }

    /// The value of a template variable violates its type or pattern.
    package static func templateVariable(_ error: TemplateVariableError) -> RunFailure {
        RunFailure(.usage, at: "template variable", error.description.withoutFullStop)
    }

    /// Returns advice for keys that got equal URIs: a template whose URIs are distinct for each key.
    package static func distinctTemplateAdvice(_ uri: String) -> String {
        uri.hasPrefix("http")
            ? "Use \(CommandOption.template) https-key, which tells all keys apart."
            : "Use \(CommandOption.template) content-id-track, which tells all keys apart."
    }
}
