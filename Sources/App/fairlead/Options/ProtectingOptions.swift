import CommandLineParts
import KeyRecordFormats
import KeyStore
import Presentations
import Protection
import ProtectionTerms
import ProviderTemplates

/// All options of a command that protects media, translated together.
struct ProtectingOptions {
    /// Nil for the title that comes with the keys.
    let contentID: String?
    let result: ResultOptions
    let protection: ProtectionOptions
    let templates: TemplateOptions
    let keyStore: KeyStoreOptions
    let provided: ProvidedKeyOptions
    let keyServer: KeyServerOptions
    let generation: KeyGenerationOptions
    let cpix: CPIXOptions
    let requirements: KeyRequirementOptions

    /// Refuses paths that the run would destroy, before anything is written, the report included.
    func checkPaths() throws {
        try PathCheck.refuseReport(result.report, beside: keyStore)
        var files = try keyStore.files() + cpix.files
        if let keyFile = provided.keyFile, keyFile != "-" { files.append(("--key-file", keyFile)) }
        files += keyServer.files
        if let master = provided.deriveFrom { files.append(("--derive-from", master)) }
        if let file = templates.file { files.append(("--template", file)) }
        try PathCheck.refuseReport(result.report, over: files.map(\.path))
        if let report = result.report { files.append(("--report", report)) }
        try PathCheck.refuse(files, inside: result.output)
    }

    /// Protects a presentation, or says what would be done.
    func protect(
        _ source: any PresentationSource,
        _ progress: any ProgressSink,
        _ cancellation: Cancellation
    ) throws -> ProtectionReport {
        var request = try request(source)
        if let supplier = try keyServer.supplier(isCancelled: { cancellation.isCancelled }) {
            request.supplier = supplier
        }
        let store = try requirements.store.checked(keyStore.open(for: result.dryRun ? .reading : .minting))
        let run = ProtectionRun(request, store: store, progress: progress, cancellation: cancellation)
        return try result.dryRun ? run.dryRun() : run.execute()
    }

    /// The request of a run, but for a key server.
    func request(_ source: any PresentationSource) throws -> ProtectionRequest {
        let document = try cpix.supplier(contentID: contentID)
        guard let title = contentID ?? document?.contentID else {
            throw CommandFailure(
                .usage,
                "--content-id: the CPIX document names no title (expected one). Give it."
            )
        }
        let id = try ContentID(argument: title)
        let template = try templates.onboardingTemplate()
        let protection = protection.completed(by: template)
        try protection.check()
        try generation.validate(for: protection.method)
        try check(template, protection)
        try checkKeyServer(protection)
        template.warn()
        if protection.encryptInit, (protection.clearLead?.duration ?? .zero) > .zero {
            Diagnostics.shared.warning(
                "--encrypt-init: the clear start cannot be played without the key of its EXT-X-MAP section"
            )
        }
        var keys = KeyRequest(
            contentID: id,
            template: template.keyURI,
            variables: try templates.values.variables(for: id, template),
            isNewGeneration: generation.newKey,
            providedKey: try provided.providedKey(try protection.protectionMethod().keyLength)
        )
        keys.masterSecret = try provided.masterSecret()
        keys.assetIDRules = template.assetIDRules
        keys.hasUsualTemplate = templates.template == nil && templates.keyURI == nil
        let method = try protection.protectionMethod()
        var request = ProtectionRequest(source: source.fitting(method), output: result.output, keys: keys)
        request.supplier = document
        request.requiredTarget = requirements.requireProvisioned?.name
        request.overwrites = result.overwrite
        request.templateName = templates.keyURI == nil ? template.name : nil
        request.policy = try protection.policy(template)
        request.policyTerms = template.policyTerms
        request.reuse = generation.reuse
        request.sessionKeys = protection.sessionKeys ?? .start
        request.jobs = JobCount.count(result.jobs)
        return request
    }

    /// Key servers speak of schemes of common encryption and of AES-128.
    private func checkKeyServer(_ protection: ProtectionOptions) throws {
        guard try protection.protectionMethod().keyLength == .bits256, let option = keyServer.given.first
        else { return }
        throw CommandFailure(
            .usage,
            "\(option): SPEKE has no keys of 32 bytes, which --method aes-256-gcm takes. Leave it out, or use another method."
        )
    }

    /// Refuses a template that is for another method, and says where it does nothing.
    private func check(_ template: OnboardingTemplate, _ protection: ProtectionOptions) throws {
        if template.clearLead == .forbidden, (protection.clearLead?.duration ?? .zero) > .zero {
            throw CommandFailure(
                .usage,
                "--clear-lead: template \(template.name) is for presentations that are protected from their start. "
                    + "Leave it out."
            )
        }
        let method = try protection.protectionMethod().rawValue
        let systems = try protection.keySystems()
        // Widevine and PlayReady take nothing from a template; without a word on either, the default one decides nothing.
        let usesTemplate = systems?.contains(where: \.hasTemplateURIs) ?? templates.isGiven
        // What a template is for says nothing of a URI in its place.
        let isOfTemplate = usesTemplate && templates.keyURI == nil
        if let systems, !usesTemplate, templates.isGiven {
            Diagnostics.shared.warning(
                "--drm \(systems.map(\.name).joined(separator: ",")): no key system of these takes its URI from a template, "
                    + "so that --template, --key-uri and --entitlement-url do nothing"
            )
        }
        guard !isOfTemplate || template.methods.contains(where: { $0.rawValue == method }) else {
            throw CommandFailure(
                .usage,
                "--template: template \(template.name) is not for --method \(method) "
                    + "(it is for \(template.methods.map(\.rawValue).joined(separator: ", "))). Choose another."
            )
        }
    }
}
