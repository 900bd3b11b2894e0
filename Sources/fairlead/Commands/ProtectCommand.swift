import ArgumentParser
import Foundation
import HLSPackaging
import KeyStore
import OnboardingTemplates

/// `fairlead protect`.
struct ProtectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "protect",
        abstract: "Protect an existing clear HLS presentation.",
        discussion: """
            Media are encrypted, never re-encoded; playlists are edited, never re-generated. The result appears whole
            or not at all, and only after its keys are in the key store. Text stays clear where samples are encrypted.

            EXAMPLES
              FairPlay: transport streams, packed audio, and cbcs in fragmented MP4:
              fairlead protect in/multivariant.m3u8 -o out --content-id movie-42 \\
                  --key-uri 'skd://{content_id}'

              One set of fragmented MP4 for three key systems (cbcs):
              fairlead protect in/multivariant.m3u8 -o out --content-id movie-42 \\
                  --key-uri 'skd://{content_id}' --drm fairplay,widevine,playready

              Fragmented MP4 for Widevine and PlayReady without cbcs (cenc):
              fairlead protect in/multivariant.m3u8 -o out --content-id movie-42 \\
                  --method sample-aes-ctr
            """
    )

    @Argument(help: "The multivariant or media playlist.")
    var playlist: String

    @Option(name: .shortAndLong, help: ArgumentHelp("The directory of the result.", valueName: "dir"))
    var output: String

    @Flag(help: "Replace a different result that is there already.")
    var overwrite = false

    @Option(name: .customLong("content-id"), help: ArgumentHelp("The title's id.", valueName: "id"))
    var contentID: String

    @Option(
        help: ArgumentHelp("The folder that no URI may leave. Default: the playlist's.", valueName: "dir")
    )
    var root: String?

    @OptionGroup(title: "Protection")
    var protection: ProtectionOptions

    @OptionGroup(title: "Key URIs")
    var templates: TemplateOptions

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "A key from outside")
    var provided: ProvidedKeyOptions

    @Flag(help: "Mint the next generation of this title's keys.")
    var newKey = false

    @Option(
        name: .customLong("reuse-key"),
        help: ArgumentHelp(
            "Use the existing key although the media of this rendition (without a name: of all) changed; repeatable.",
            valueName: "[rendition]"
        )
    )
    var reuseKey: [String] = []

    @Option(help: "Worker threads, at most \(JobCount.maximum). Default: all cores.")
    var jobs: Int?

    @Flag(help: "Say what would be done; write nothing and mint no key.")
    var dryRun = false

    @Option(help: ArgumentHelp("Write a JSON report of the run, also of one that failed.", valueName: "file"))
    var report: String?

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    func validate() throws {
        try JobCount.validate(jobs)
        if protection.method == .sampleAESCTR, !reuseKey.isEmpty {
            throw ValidationError(
                "--reuse-key cannot be used with --method sample-aes-ctr: two media under the initialization vectors of one "
                    + "key give both away. Use --new-key"
            )
        }
    }

    mutating func run() throws {
        let cancellation = Cancellation()
        let interruption = Interruption(cancelling: cancellation)
        defer { withExtendedLifetime(interruption) {} }
        let progress = messages.begin()
        try checkPaths()
        try RunReport.recordingFailure(in: report) {
            let result = try protect(progress, cancellation)
            for warning in result.warnings { Diagnostics.shared.warning(warning) }
            try RunReport.write(result, to: report)
            try messages.write(result, text: ProtectionText.text)
        }
    }

    /// Before anything is written, the report included.
    private func checkPaths() throws {
        try PathCheck.refuseReport(report, besideStore: try keyStore.storePath())
        var files = try keyStore.files()
        if let keyFile = provided.keyFile, keyFile != "-" { files.append(("--key-file", keyFile)) }
        if let file = templates.file { files.append(("--template", file)) }
        if let report { files.append(("--report", report)) }
        try PathCheck.refuse(files, inside: output)
    }

    private func protect(
        _ progress: any ProgressSink,
        _ cancellation: Cancellation
    ) throws -> ProtectionReport {
        let request = try request()
        let store = try keyStore.open(for: dryRun ? .reading : .minting)
        let run = ProtectionRun(request, store: store, progress: progress, cancellation: cancellation)
        return try dryRun ? run.dryRun() : run.execute()
    }

    private func request() throws -> ProtectionRequest {
        let id = try ContentID(argument: contentID)
        let template = try templates.onboardingTemplate()
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
        guard !isOfTemplate || template.methods.contains(where: { $0.rawValue == protection.method.rawValue })
        else {
            throw CommandFailure(
                .usage,
                "--template: template \(template.name) is not for --method \(protection.method.rawValue) "
                    + "(it is for \(template.methods.map(\.rawValue).joined(separator: ", "))). Choose another."
            )
        }
        if protection.encryptInit, (protection.clearLead?.duration ?? .zero) > .zero {
            Diagnostics.shared.warning(
                "--encrypt-init: the clear start cannot be played without the key of its EXT-X-MAP section"
            )
        }
        let keys = KeyRequest(
            contentID: id,
            template: template.keyURI,
            variables: try templates.variables(for: id, template),
            isNewGeneration: newKey,
            providedKey: try provided.providedKey()
        )
        var request = ProtectionRequest(playlist: playlist, output: output, keys: keys)
        request.root = root
        request.overwrites = overwrite
        request.templateName = templates.keyURI == nil ? template.name : nil
        request.policy = try protection.policy(templateGranularity: KeyGranularity(template.keyPer))
        request.reuse = reuse
        request.sessionKeys = protection.sessionKeys
        request.jobs = JobCount.count(jobs)
        return request
    }

    private var reuse: KeyReuse {
        if reuseKey.isEmpty { return .none }
        return reuseKey.contains(OptionalValueArguments.all) ? .all : .renditions(Set(reuseKey))
    }
}
