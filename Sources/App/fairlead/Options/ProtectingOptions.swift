import CommandLineParts
import KeyRecordFormats
import KeyStore
import Presentations
import Protection
import ProtectionTerms
import ProviderTemplates

/// All options of a command that protects media, to be converted together.
struct ProtectingOptions {
    /// The content id, or nil for that of the CPIX document.
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

    /// Throws if a path would be overwritten by the run; called before anything is written, including the
    /// report.
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

    /// Protects a presentation, or reports what would be done.
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

    /// Returns the request of a run, without the supplier of a key server.
    func request(_ source: any PresentationSource) throws -> ProtectionRequest {
        let document = try cpix.supplier(contentID: contentID)
        guard let title = contentID ?? document?.contentID else {
            throw CommandFailure(
                .usage,
                "--content-id: the CPIX document has no content id (expected one). Give it."
            )
        }
        let id = try ContentID(argument: title)
        let template = try templates.onboardingTemplate()
        let protection = protection.completed(by: template)
        try protection.check()
        try generation.validate(for: protection.method)
        try check(template, protection)
        try checkKeyServer(protection)
        template.warnIfTestOnly()
        if protection.encryptInit, (protection.clearLead?.duration ?? .zero) > .zero {
            Diagnostics.shared.warning(
                "--encrypt-init: the clear lead cannot be played without the key of its initialization section"
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
        keys.hasDefaultTemplate = templates.template == nil && templates.keyURI == nil
        let method = try protection.protectionMethod()
        var request = ProtectionRequest(source: source.adapted(to: method), output: result.output, keys: keys)
        request.supplier = document
        request.requiredServer = requirements.requireProvisioned?.name
        request.overwrites = result.overwrite
        request.templateName = templates.keyURI == nil ? template.name : nil
        request.policy = try protection.policy(template)
        request.policyTerms = template.policyTerms
        request.reuse = generation.reuse
        request.sessionKeys = protection.sessionKeys ?? .start
        request.jobs = JobCount.count(result.jobs)
        return request
    }

    /// Throws if a key server is given for AES-256-GCM: SPEKE knows common encryption schemes and AES-128
    /// only.
    private func checkKeyServer(_ protection: ProtectionOptions) throws {
        guard try protection.protectionMethod().keyLength == .bits256,
            let option = keyServer.givenOptions.first
        else { return }
        throw CommandFailure(
            .usage,
            "\(option): SPEKE has no keys of 32 bytes, which --method aes-256-gcm requires. Leave it out, or use another method."
        )
    }

    /// Throws if the template is for another method, and warns if it has no effect.
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
        // Widevine and PlayReady ignore the template. If neither a template nor `--drm` is given, the methods
        // of the default template do not matter.
        let usesTemplate = systems?.contains(where: \.hasTemplateURIs) ?? templates.isGiven
        // The methods of a template do not apply to a key URI that replaces its own.
        let isOfTemplate = usesTemplate && templates.keyURI == nil
        if let systems, !usesTemplate, templates.isGiven {
            Diagnostics.shared.warning(
                "--drm \(systems.map(\.name).joined(separator: ",")): no key system of these takes its URI from a template, "
                    + "so that --template, --key-uri and --entitlement-url have no effect"
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
