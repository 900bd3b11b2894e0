import ArgumentParser
import CommandLineParts
import Failures
import KeyRecordFormats
import KeyStore
import Presentations
import Protection
import ProtectionTerms
import ProviderTemplates

/// The options of protection that `protect`, `package` and every title of `batch` have.
struct ProtectingOptions: ParsableArguments {
    @OptionGroup(title: "Protection")
    var protection: ProtectionOptions

    @OptionGroup(title: "Key URIs")
    var templates: TemplateOptions

    @OptionGroup(title: "A key from outside")
    var provided: ProvidedKeyOptions

    @OptionGroup(title: "A key server")
    var keyServer: KeyServerOptions

    @OptionGroup(title: "Keys of a CPIX document")
    var cpix: CPIXOptions

    @OptionGroup
    var generation: KeyGenerationOptions
}

/// The options with which `protect` and `package` protect one title.
struct TitleProtectionOptions: ParsableArguments {
    @OptionGroup
    var protecting: ProtectingOptions

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "Requirements")
    var requirements: KeyRequirementOptions

    /// The options that are given, without those of the key store.
    var givenOptions: [String] {
        protecting.protection.givenOptions + protecting.templates.givenOptions
            + protecting.provided.givenOptions + protecting.keyServer.givenOptions
            + protecting.generation.givenOptions + protecting.cpix.givenOptions + requirements.givenOptions
    }

    /// Throws if options contradict each other, or the title has no id.
    ///
    /// - Parameters:
    ///   - contentID: the content id that was given, or nil.
    ///   - advice: what to do without one, after "Give one".
    /// - Throws: `ValidationError`.
    func validate(contentID: String?, advice: String = "") throws {
        let options = protecting
        _ = try options.protection.protectionMethod()
        try options.generation.validate(for: options.protection.method)
        try options.cpix.validate(options.provided, options.protection)
        guard contentID != nil || options.cpix.cpix != nil else {
            throw ValidationError("--content-id is missing: keys belong to a title. Give one" + advice)
        }
    }

    /// Returns the protection of a title with these options.
    func title(_ contentID: String?, _ result: ResultOptions) -> TitleProtection {
        TitleProtection(contentID: contentID, result: result, options: self)
    }
}

/// The protection of one title, from options.
struct TitleProtection {
    /// The content id, or nil for that of the CPIX document.
    let contentID: String?
    let result: ResultOptions
    private let options: ProtectingOptions
    private let keyStore: KeyStoreOptions
    private let requirements: KeyRequirementOptions

    fileprivate init(contentID: String?, result: ResultOptions, options: TitleProtectionOptions) {
        self.contentID = contentID
        self.result = result
        self.options = options.protecting
        keyStore = options.keyStore
        requirements = options.requirements
    }

    /// Throws if a path would be overwritten by the run; called before anything is written, including the
    /// report.
    func checkPaths() throws {
        try PathCheck.refuseReport(result.report, beside: keyStore)
        var files = try keyStore.files() + options.cpix.files
        if let keyFile = options.provided.keyFile, keyFile != "-" { files.append(("--key-file", keyFile)) }
        files += options.keyServer.files
        if let master = options.provided.deriveFrom { files.append(("--derive-from", master)) }
        if let file = options.templates.file { files.append(("--template", file)) }
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
        let request = try request(source) { cancellation.isCancelled }
        let store = try requirements.store.checked(keyStore.open(for: result.dryRun ? .reading : .minting))
        let run = ProtectionRun(request, store: store, progress: progress, cancellation: cancellation)
        return try result.dryRun ? run.dryRun() : run.execute()
    }

    /// Returns the request of a run.
    ///
    /// - Parameters:
    ///   - source: the clear presentation.
    ///   - isCancelled: stops requests to a key server.
    /// - Returns: the request.
    /// - Throws: `RunFailure` and errors of the files that options name.
    func request(
        _ source: any PresentationSource,
        isCancelled: @escaping @Sendable () -> Bool
    ) throws -> ProtectionRequest {
        let document = try options.cpix.supplier(contentID: contentID)
        guard let title = contentID ?? document?.contentID else {
            throw RunFailure(
                .usage,
                at: "--content-id",
                "the CPIX document has no content id",
                expected: "one",
                remedy: "Give it."
            )
        }
        let id = try ContentID(argument: title)
        let template = try options.templates.onboardingTemplate()
        let protection = options.protection.completed(by: template)
        try protection.check()
        try options.generation.validate(for: protection.method)
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
            variables: try options.templates.values.variables(for: id, template),
            isNewGeneration: options.generation.newKey,
            providedKey: try options.provided.providedKey(try protection.protectionMethod().keyLength)
        )
        keys.masterSecret = try options.provided.masterSecret()
        keys.assetIDRules = template.assetIDRules
        keys.hasDefaultTemplate = options.templates.template == nil && options.templates.keyURI == nil
        let method = try protection.protectionMethod()
        var request = ProtectionRequest(source: source.adapted(to: method), output: result.output, keys: keys)
        request.supplier = try options.keyServer.supplier(isCancelled: isCancelled) ?? document
        request.requiredServer = requirements.requireProvisioned?.name
        request.overwrites = result.overwrite
        request.templateName = options.templates.keyURI == nil ? template.name : nil
        request.policy = try protection.policy(template)
        request.policyTerms = template.policyTerms
        request.reuse = options.generation.reuse
        request.sessionKeys = protection.sessionKeys ?? .start
        request.jobs = JobCount.count(result.jobs)
        return request
    }

    /// Throws if a key server is given for AES-256-GCM: SPEKE knows common encryption schemes and AES-128
    /// only.
    private func checkKeyServer(_ protection: ProtectionOptions) throws {
        guard try protection.protectionMethod().keyLength == .bits256,
            let option = options.keyServer.givenOptions.first
        else { return }
        throw RunFailure(
            .usage,
            at: option,
            "SPEKE has no keys of 32 bytes, which --method aes-256-gcm requires",
            remedy: "Leave it out, or use another method."
        )
    }

    /// Throws if the template is for another method, and warns if it has no effect.
    private func check(_ template: OnboardingTemplate, _ protection: ProtectionOptions) throws {
        if template.clearLead == .forbidden, (protection.clearLead?.duration ?? .zero) > .zero {
            throw RunFailure(
                .usage,
                at: "--clear-lead",
                "template \(template.name) is for presentations that are protected from their start",
                remedy: "Leave it out."
            )
        }
        let method = try protection.protectionMethod().rawValue
        let systems = try protection.keySystems()
        // Widevine and PlayReady ignore the template. If neither a template nor `--drm` is given, the methods
        // of the default template do not matter.
        let usesTemplate = systems?.contains(where: \.hasTemplateURIs) ?? options.templates.isGiven
        // The methods of a template do not apply to a key URI that replaces its own.
        let isOfTemplate = usesTemplate && options.templates.keyURI == nil
        if let systems, !usesTemplate, options.templates.isGiven {
            Diagnostics.shared.warning(
                "--drm \(systems.map(\.name).joined(separator: ",")): no key system of these takes its URI from a template, "
                    + "so that --template, --key-uri and --entitlement-url have no effect"
            )
        }
        guard !isOfTemplate || template.methods.contains(where: { $0.rawValue == method }) else {
            throw RunFailure(
                .usage,
                at: "--template",
                "template \(template.name) is not for --method \(method)",
                found: "it is for \(template.methods.map(\.rawValue).joined(separator: ", "))",
                remedy: "Choose another."
            )
        }
    }
}
