import ArgumentParser
import Ciphers
import CommandLineParts
import FoundationEssentials
import KeyStore
import KeyURITemplates
import ProtectionTerms
import ProviderTemplates
import Rehearsal
import ReportTexts

/// The command `fairlead templates render`.
struct TemplatesRenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Show the key lines and the key record that protect would write for a title.",
        discussion: """
            Nothing is minted and no key store is opened. The lines are those of fragmented MP4, or of whole segments with \
            --method aes-128. Values that are not given are examples, and are marked so. Secrets are shown as "…".

            EXAMPLE
              fairlead templates render content-id --content-id movie-42
            """
    )

    @Argument(help: ArgumentHelp("A built-in template, or a YAML file.", valueName: "name or file"))
    var template: String

    @Option(name: .customLong("content-id"), help: ArgumentHelp("The title's id.", valueName: "id"))
    var contentID: String

    @Option(
        help:
            "all, a class (audio, sd, hd, uhd) or a rendition's name. Default: an example that fits the template."
    )
    var track: String?

    @Option(help: "The key period, from 0.")
    var period = 0

    @Option(help: "The generation of the title's keys, from 1.")
    var generation = 1

    @Option(name: .customLong("key-id"), help: ArgumentHelp("The key's id.", valueName: "uuid"))
    var keyID: String?

    @Option(help: ArgumentHelp("The key's IV, 32 hexadecimal digits.", valueName: "hex"))
    var iv: String?

    @OptionGroup(title: "Template variables")
    var variables: TemplateVariableOptions

    @OptionGroup(title: "Protection")
    var protection: RenderedProtectionOptions

    @Option(help: "text or json.")
    var format = OutputFormat.text

    @OptionGroup(title: "Messages")
    var log: LogOptions

    func validate() throws {
        if keyID.map({ UUID(uuidString: $0) == nil }) ?? false {
            throw ValidationError("--key-id is not a UUID (expected for example \(SampleKey.exampleKeyID))")
        }
        if iv.map({ InitializationVector(hexadecimal: $0) == nil }) ?? false {
            throw ValidationError("--iv is not an initialization vector (expected 32 hexadecimal digits)")
        }
    }

    mutating func run() throws {
        log.configure()
        let template = try OnboardingTemplate.find(template)
        let policy = try protection.policy(template)
        let key = try sampleKey(template)
        let id = try ContentID(argument: contentID)
        _ = try KeyIdentity(
            contentID: id,
            trackArgument: key.track,
            period: period,
            generation: generation
        )
        let common = try variables.variables(for: id, template)
        let uri = try template.keyURI.withoutSecrets(key, common)
        let preview = try KeyRehearsal(
            uri,
            named: template.name,
            policy: policy,
            assetIDRules: template.assetIDRules
        )
        .preview(key, common, terms: template.policyTerms?(key.track) ?? KeyPolicyTerms())
        let rendering = RenderedTemplate(
            template: template,
            policy: policy,
            preview: preview,
            examples: examples(template)
        )
        switch format {
        case .text: try StandardOutput.write(rendering.text())
        case .json: try StandardOutput.write(rendering.json())
        }
    }

    /// Returns the options that are not given and have example values.
    private func examples(_ template: OnboardingTemplate) -> [String] {
        let isOneOfSeveral = track == nil && template.keyGranularity != .presentation
        return [("--key-id", keyID == nil), ("--iv", iv == nil), ("--track", isOneOfSeveral)]
            .filter(\.1).map(\.0)
    }

    private func sampleKey(_ template: OnboardingTemplate) throws -> SampleKey {
        guard let keyID = UUID(uuidString: keyID ?? SampleKey.exampleKeyID),
            let iv = InitializationVector(hexadecimal: iv ?? SampleKey.exampleIV)
        else { throw ValidationError("--key-id and --iv") }
        return SampleKey(
            contentID: contentID,
            track: track ?? template.keyGranularity.exampleTrack,
            period: period,
            generation: generation,
            keyID: keyID,
            iv: iv
        )
    }
}

extension KeyGranularity {
    /// The track of an example key.
    fileprivate var exampleTrack: String {
        switch self {
        case .presentation: "all"
        case .type: "hd"
        case .rendition: "video-1080p"
        }
    }
}

extension KeyURITemplate {
    /// Returns a template for the one URI of a key, with "…" instead of secrets, so that its renderings show
    /// none.
    fileprivate func withoutSecrets(
        _ key: SampleKey,
        _ variables: TemplateVariables
    ) throws -> KeyURITemplate {
        var variables = variables
        variables.setKey(
            track: key.track,
            period: key.period,
            generation: key.generation,
            keyID: key.keyID,
            iv: key.iv.bytes
        )
        let uri = try rendered(variables)
        guard uri.hasSecrets else { return self }
        return try KeyURITemplate(
            parsing: uri.redacted.replacing("{", with: "{{").replacing("}", with: "}}")
        )
    }
}
