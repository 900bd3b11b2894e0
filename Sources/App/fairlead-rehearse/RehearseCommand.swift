import ArgumentParser
import Ciphers
import CommandLineParts
import EntitlementMessages
import Failures
import KeyStore
import KeyURITemplates
import LicenseFlowTexts
import LicenseFlows
import Presentations
import ProtectionTerms
import ProviderTemplates

/// The command `fairlead rehearse`.
struct RehearseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fairlead \(RehearsalName.command)",
        abstract: RehearsalName.abstract,
        discussion: """
            Starts license servers on loopback that have the exported file, with a temporary certificate and ASk, and performs \
            the steps of an app: key line, asset id, request, lookup in the file, license, key and IV, decryption of every \
            segment. Each step has a code (R01 to R12). Nothing is written. Ends with status 69 if a step fails.

            EXAMPLES
              fairlead rehearse out/multivariant.m3u8 --source in/multivariant.m3u8
              fairlead rehearse out/multivariant.m3u8 --export keys.csv --as csv --rule host --html way.html

              What a device really sent, with FairPlay's certificate and private key:
              fairlead rehearse --certificate fps.der --private-key fps.pem --captured-spc spc.bin --export keys.csv
            """,
        version: Program.version
    )

    @Argument(help: "The multivariant or media playlist.")
    var playlist: String?

    @Option(
        help: ArgumentHelp(
            "The license flow: all (those of the key lines), \(LicenseFlow.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "flow"
        )
    )
    var flow = FlowArgument.all

    @Option(
        help: ArgumentHelp(
            "Compare every decrypted sample with this clear presentation.",
            valueName: "playlist"
        )
    )
    var source: String?

    @OptionGroup(title: "The exported file")
    var export: ExportedFileOptions

    @Option(
        help: ArgumentHelp(
            "The rule by which the app extracts the asset id from the key URI: \(AssetIDRule.names.joined(separator: ", ")). "
                + "Default: those of the template.",
            valueName: "rule"
        )
    )
    var rule: String?

    @Option(
        help: ArgumentHelp(
            "The template of the key URIs, if the key store does not have it: a name, or a YAML file.",
            valueName: "name or file"
        )
    )
    var template: String?

    @Option(
        name: .customLong("content-id"),
        help: ArgumentHelp("The title, if the key URIs do not contain it.", valueName: "id")
    )
    var contentID: String?

    @Option(
        help: ArgumentHelp("The folder that no URI may leave. Default: the playlist's.", valueName: "dir")
    )
    var root: String?

    @OptionGroup(title: "FairPlay credentials")
    var credentials: CredentialOptions

    @OptionGroup(title: "Entitlement, token and session servers")
    var servers: ServerOptions

    @Option(
        name: .customLong("captured-spc"),
        help: ArgumentHelp(
            "Check an SPC that a device sent, instead of a playlist: its bytes, base64, or the body of a request.",
            valueName: "file"
        )
    )
    var capturedSPC: String?

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup
    var requirements: StoreRequirementOptions

    @Option(help: "Worker threads, at most \(JobCount.maximum). Default: all cores.")
    var jobs: Int?

    @Option(help: ArgumentHelp("Write a page that shows the steps.", valueName: "file"))
    var html: String?

    @Option(help: ArgumentHelp("Write a JSON report of the run, also of one that failed.", valueName: "file"))
    var report: String?

    @OptionGroup(title: "Variables")
    var variables: QueryOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    /// The formats that a template can choose for the export in memory.
    private static let formats = [
        "jsonl", "csv", "fps-sdk", "fps-sdk-request", "expressplay-token", "cpix-2.3", "cpix-2.4", "speke-2",
    ]

    /// Indicates whether the key store is opened.
    private var needsStore: Bool { keyStore.isNamed || export.export == nil }

    func validate() throws {
        try JobCount.validate(jobs)
        if let rule, AssetIDRule(name: rule) == nil {
            throw ValidationError(
                "--rule \(rule) is not a valid rule (expected \(AssetIDRule.names.joined(separator: ", ")))"
            )
        }
        try credentials.validate(withExternalServers: servers.usesExternalServers)
        if template == nil, let fault = serverFault(nil) { throw ValidationError(fault) }
        guard (playlist == nil) != (capturedSPC == nil) else {
            throw ValidationError("give a playlist, or --captured-spc")
        }
        guard capturedSPC != nil else { return }
        for (option, isGiven) in presentationOptions where isGiven {
            throw ValidationError("\(option) cannot be combined with --captured-spc. Leave one of them out")
        }
        guard credentials.certificate != nil, credentials.privateKey != nil, export.export != nil else {
            throw ValidationError("--captured-spc needs --certificate, --private-key and --export")
        }
    }

    /// The options that only apply to a presentation, not to a captured SPC.
    private var presentationOptions: [(option: String, isGiven: Bool)] {
        [
            ("--flow", flow != .all), ("--source", source != nil), ("--rule", rule != nil),
            ("--template", template != nil), ("--content-id", contentID != nil), ("--root", root != nil),
            ("--jobs", jobs != nil), ("--query", !variables.query.isEmpty),
        ] + credentials.licenseRequestOptions + servers.optionStates
    }

    /// Returns a problem with the server options for the flows of the run or those that the presentation may
    /// choose, or nil.
    private func serverFault(_ template: OnboardingTemplate?) -> String? {
        let fairPlayFlows = template?.flow.flatMap { $0.isOfFairPlay ? [$0] : nil } ?? [.ksm, .hardCoded]
        let flows = flow.flows ?? fairPlayFlows + [.keyDelivery, .cenc]
        let serverOptions = credentials.licenseRequestOptions + servers.optionStates
        if let fault = ServerOptionCheck.problem(of: serverOptions, in: flows) { return fault }
        if flows.contains(where: \.isOfNAGRA),
            credentials.post.contains(where: { $0 != .octets })
        {
            return "--post: NAGRA's license server accepts octets only. Leave it out"
        }
        let version = servers.sessionVersion ?? template?.flowParameters.sessionManager ?? 1
        return flows.compactMap { flow in
            servers.nagraProblem(in: flow, version: version, licenseURL: credentials.licenseURL)
        }
        .first
    }

    /// The paths of the files that are read.
    private var inputs: [String] {
        [playlist, source, capturedSPC, template].compactMap(\.self) + export.inputs + credentials.inputs
            + servers.inputs
    }

    func run() throws {
        let cancellation = Cancellation()
        let progress = messages.begin()
        try Interruption.start(cancelling: cancellation)
        let reports = [("--report", report), ("--html", html)].compactMap { option, path in
            path.map { (option, $0) }
        }
        try PathCheck.refuseEqual(reports)
        for (option, path) in reports {
            try PathCheck.refuseReport(path, of: option, over: inputs)
            if needsStore {
                try PathCheck.refuseReport(path, of: option, beside: keyStore)
            } else {
                try PathCheck.refuseReport(path, of: option, besideStore: try? keyStore.storePath())
            }
        }
        let result = try RunReport.recordingFailure(in: report) {
            try capturedSPC.map { try checkCapturedSPC(at: $0) } ?? rehearse(progress, cancellation)
        }
        try RunReport.write(result, to: report)
        if let html { try ReportFile(html).write { sink in try LicenseFlowPage(result).write(to: sink) } }
        try messages.write(result, text: LicenseFlowText.text)
        if !result.holds { throw ExitCode(FailureClass.verificationFailedStatus) }
    }

    private func rehearse(_ progress: any ProgressSink, _ cancellation: Cancellation) throws
        -> LicenseFlowReport
    {
        var request = LicenseFlowRequest(playlist: playlist ?? "")
        request.root = root
        request.parameters = try variables.parameters()
        request.source = source
        request.flows = flow.flows
        request.contentID = try contentID.map { try ContentID(argument: $0) }
        request.export = try export.exportedFile()
        request.format = export.format
        request.rule = rule.flatMap { AssetIDRule(name: $0) }
        if let template {
            let onboardingTemplate = try TemplateCache.find(template)
            if let fault = serverFault(onboardingTemplate) {
                throw RunFailure(.usage, at: "command line", fault)
            }
            request.templateRules = onboardingTemplate.assetIDRules
            request.templateFlow = onboardingTemplate.flow.flatMap { $0.isOfFairPlay ? $0 : nil }
            let parameters = onboardingTemplate.flowParameters
            if let type = parameters.requestType.flatMap({ EntitlementRequest.Kind(argument: $0) }) {
                request.entitlementKind = type
            }
            if let version = parameters.sessionManager { request.sessionVersion = version }
            if let heartbeat = parameters.heartbeatSeconds { request.heartbeatInterval = heartbeat }
            request.templateFormats = onboardingTemplate.exportFormats.filter { Self.formats.contains($0) }
        }
        request.credentials = try credentials.credentials()
        request.deviceKeyFunction = credentials.deviceKeyFunction(until: cancellation)
        request.licenseURL = credentials.licenseURL
        request.servers = try servers.servers()
        request.servers.requestsLicenses = credentials.certificate != nil && credentials.privateKey == nil
        if let type = servers.requestType { request.entitlementKind = type }
        if let version = servers.sessionVersion { request.sessionVersion = version }
        if let heartbeat = servers.heartbeat { request.heartbeatInterval = heartbeat }
        request.forms = credentials.forms(forExternalServers: servers.usesExternalServers)
        request.jobs = JobCount.count(jobs)
        let subject = request.contentID?.value ?? request.playlist
        let exportStore = try openStore(request, subject)
        return try LicenseFlowRun(
            request,
            store: exportStore?.store,
            onExport: { format in
                try exportStore?.log(.export, subject: subject, detail: "rehearsed, \(format), in memory")
            },
            progress: progress,
            cancellation: cancellation
        )
        .execute()
    }

    /// Opens the key store, if it is needed, and logs the comparison of its keys with a given export or with
    /// an external license server.
    ///
    /// An export in memory is logged later, like an export to a file.
    private func openStore(_ request: LicenseFlowRequest, _ subject: String) throws -> ExportStore? {
        guard needsStore else { return nil }
        let exportStore = try ExportStore.open(keyStore, isForDelivery: false)
        _ = try requirements.checked(exportStore.store)
        if request.export != nil || request.licenseURL != nil {
            try exportStore.log(.decrypt, subject: subject, detail: "rehearsed")
        }
        return exportStore
    }

    private func checkCapturedSPC(at path: String) throws -> LicenseFlowReport {
        guard let certificate = credentials.certificate, let privateKey = credentials.privateKey,
            let exportedFile = try export.exportedFile()
        else { throw ValidationError("--captured-spc needs --certificate, --private-key and --export") }
        return CapturedRequestRun(
            file: path,
            bytes: try CredentialOptions.bytes(path, "SPC"),
            certificateDER: try CredentialOptions.bytes(certificate, "certificate"),
            privateKey: try CredentialOptions.privateKey(privateKey),
            export: exportedFile
        )
        .execute()
    }
}
