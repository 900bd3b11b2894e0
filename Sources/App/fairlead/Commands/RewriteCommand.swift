import ArgumentParser
import CommandLineParts
import Failures
import FoundationEssentials
import HLSPlaylists
import KeyStore
import KeyURITemplates
import Presentations
import ProtectionTerms
import ProviderTemplates
import ReportTexts
import Rewriting

/// The command `fairlead rewrite`.
struct RewriteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rewrite",
        abstract:
            "Change the playlists of a presentation: key URIs, key systems, session keys, variants, tags, URI bases, duration.",
        discussion: """
            No media are read. Everything that no option changes stays byte for byte. The result contains only playlists, to be \
            copied over the tree; with --in-place each playlist is replaced where it is.

            EXAMPLE
              fairlead rewrite in/multivariant.m3u8 -o out --content-id movie-42 --template entitlement \\
                  --entitlement-url 'https://ent.example.com/v1/keys?tenant=7'
            """
    )

    @Argument(help: "The multivariant or media playlist; - for a single playlist on standard input.")
    var playlist: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The directory of the result; - for a single playlist on standard output.",
            valueName: "dir"
        )
    )
    var output: String?

    @Flag(help: "Replace a different result that is there already.")
    var overwrite = false

    @Flag(name: .customLong("in-place"), help: "Replace the playlists where they are.")
    var inPlace = false

    @Option(name: .customLong("content-id"), help: ArgumentHelp("The title's id.", valueName: "id"))
    var contentID: String?

    @Option(
        help: ArgumentHelp("The folder that no URI may leave. Default: the playlist's.", valueName: "dir")
    )
    var root: String?

    @OptionGroup(title: "Key lines")
    var keyLines: KeyLineOptions

    @OptionGroup(title: "Key URIs")
    var templates: TemplateOptions

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "Requirements")
    var requirements: KeyRequirementOptions

    @OptionGroup(title: "URI bases and queries")
    var bases: RebaseOptions

    @OptionGroup(title: "Selection")
    var selection: SelectionOptions

    @OptionGroup(title: "Time window")
    var timeWindow: WindowOptions

    @Flag(
        help:
            "Record the present tree in the key store as known, whoever changed it, so that verify accepts it."
    )
    var record = false

    @Flag(help: "Say what would be done; write nothing.")
    var dryRun = false

    @Option(help: ArgumentHelp("Write a JSON report of the run, also of one that failed.", valueName: "file"))
    var report: String?

    @OptionGroup(title: "Variables")
    var variables: QueryOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    mutating func run() throws {
        let cancellation = Cancellation()
        _ = messages.begin()
        try Interruption.start(cancelling: cancellation)
        try checkPaths()
        try RunReport.recordingFailure(in: report) {
            let (result, playlist) = try rewrite(cancellation)
            for warning in result.warnings { Diagnostics.shared.warning(warning) }
            try RunReport.write(result, to: report)
            if let playlist {
                try StandardOutput.write(playlist.span)
            } else {
                try messages.write(result, text: RewriteText.text)
            }
        }
    }

    /// Throws if a path would be overwritten by the run; called before anything is written, including the
    /// report.
    private func checkPaths() throws {
        try PathCheck.refuseReport(report, beside: keyStore)
        var inputs = bases.files
        if let file = templates.file { inputs.append(("--template", file)) }
        try PathCheck.refuseReport(report, over: inputs.map(\.path))
        guard let output, output != Self.standardStream else { return }
        var files = try keyStore.files() + inputs
        if let report { files.append(("--report", report)) }
        try PathCheck.refuse(files, inside: output)
    }

    /// The argument that means standard input or standard output.
    private static let standardStream = "-"

    private func rewrite(
        _ cancellation: Cancellation
    ) throws -> (report: RewriteReport, playlist: [UInt8]?) {
        let request = try request()
        let store = try store(request)
        let run = RewriteRun(request, store: store, cancellation: cancellation)
        return try dryRun ? (run.dryRun(), nil) : run.executeForCaller()
    }

    /// Opens the key store, or returns nil if nothing has to be looked up and nothing can be recorded.
    private func store(_ request: RewriteRequest) throws -> (any KeyRecordStore)? {
        if keyLines.noRecords { return nil }
        if request.changesKeyURIs || record {
            return try requirements.store.checked(keyStore.open(for: dryRun ? .reading : .minting))
        }
        return dryRun ? nil : keyStore.openForRecording()
    }

    private func request() throws -> RewriteRequest {
        if record, keyLines.noRecords {
            throw RunFailure(
                .usage,
                at: "--record",
                "it cannot be combined with --no-records",
                remedy: "Leave one of the two out."
            )
        }
        var request = RewriteRequest(playlist: playlist, destination: try destination())
        if playlist == Self.standardStream {
            guard !bases.readsStandardInput else {
                throw RunFailure(
                    .usage,
                    at: "--add-query-file",
                    "the playlist and a value come from standard input",
                    expected: "one",
                    remedy: "Name a file."
                )
            }
            request.playlistBytes = try readStandardInput()
        }
        request.root = root
        request.parameters = try variables.parameters()
        request.contentID = try contentID.map { try ContentID(argument: $0) }
        request.droppedSystems = try keyLines.droppedSystems()
        request.sessionKeys = keyLines.sessionKeys
        request.keyURIs = try keyURIs()
        request.requiredServer = requirements.requireProvisioned?.name
        request.acceptsTree = record
        request.window = try timeWindow.window()
        request.endsPlaylists = timeWindow.end
        try bases.apply(to: &request)
        try selection.apply(to: &request)
        if inPlace, case .span = request.window {
            throw RunFailure(
                .usage,
                at: "--in-place",
                "--from and --to count from the first segment that is there, so that a second run would cut again",
                remedy: "Use --output, or dates."
            )
        }
        return request
    }

    private func destination() throws -> RewriteRequest.Destination {
        switch (output, inPlace) {
        case (Self.standardStream, false):
            try checkStandardOutput()
            return .caller
        case (_, _) where playlist == Self.standardStream:
            throw RunFailure(
                .usage,
                at: "--output",
                "a playlist from standard input has no location of its own",
                expected: "--output -",
                remedy: "Give it."
            )
        case (let output?, false): return .directory(output, overwrites: overwrite)
        case (nil, true) where !overwrite: return .inPlace
        case (nil, true):
            throw RunFailure(
                .usage,
                at: "--overwrite",
                "it cannot be combined with --in-place, which always replaces the playlists",
                remedy: "Leave it out."
            )
        case (.some, true):
            throw RunFailure(
                .usage,
                at: "--in-place",
                "it cannot be combined with --output",
                expected: "one of the two",
                remedy: "Choose one."
            )
        case (nil, false):
            throw RunFailure(
                .usage,
                at: "--output",
                "no result is named",
                expected: "--output or --in-place",
                remedy: "Give one."
            )
        }
    }

    /// Throws for options that make no sense if the result is written to standard output, for the caller to
    /// store.
    private func checkStandardOutput() throws {
        let others = [
            ("--overwrite", overwrite, "there is no existing result"),
            ("--record", record, "the tree is unknown"),
            (
                "--format json", messages.format == .json && !dryRun,
                "the playlist itself is printed; --report writes a report"
            ),
            ("--root", root != nil && playlist == Self.standardStream, "nothing else is read"),
        ]
        guard let (option, _, reason) = others.first(where: \.1) else { return }
        throw RunFailure(
            .usage,
            at: option,
            "it cannot be combined with --output -, where \(reason)",
            remedy: "Leave it out."
        )
    }

    private func readStandardInput() throws -> [UInt8] {
        try SecretInput.bytes(
            of: Self.standardStream,
            limit: PlaylistDocument.maximumSize,
            of: "playlist",
            allowsStandardInput: true
        )
    }

    private func keyURIs() throws -> KeyURIRequest? {
        let systems = try keyLines.systems()
        guard templates.isGiven || systems != nil else {
            if !bases.concernsKeys, let option = requirements.givenOptions.first {
                throw RunFailure(
                    .usage,
                    at: option,
                    "no key URI is requested, so that no key is looked up",
                    expected: "--template, --key-uri, --drm or --for keys with it",
                    remedy: "Leave it out."
                )
            }
            guard templates.values.set.isEmpty else {
                throw RunFailure(
                    .usage,
                    at: "--set",
                    "no key URI is requested",
                    expected: "--template or --key-uri with it",
                    remedy: "Give one."
                )
            }
            return nil
        }
        let template = try templates.onboardingTemplate()
        try checkUseOfEntitlementURL(in: template)
        let commonVariables = try templates.values.commonVariables(template)
        template.warnIfTestOnly()
        var request = KeyURIRequest(
            template: template.keyURI,
            templateName: templates.keyURI == nil ? template.name : nil,
            methods: templates.keyURI == nil ? Set(template.methods.map(\.rawValue)) : nil,
            systems: systems
        ) { contentID throws(TemplateVariableError) in
            var variables = commonVariables
            if let contentID { try variables.set(.contentID, to: contentID.value) }
            return try template.addingDefaults(to: variables)
        }
        request.preferredSystems = template.systemsUsingKeyURI
        request.keyFormatVersions = template.keyFormatVersions
        request.assetIDRules = template.assetIDRules
        return request
    }

    /// Throws if an entitlement URL is given that no key URI contains, which is a mistake.
    private func checkUseOfEntitlementURL(in template: OnboardingTemplate) throws {
        let name = StandardVariable.entitlementURL
        let isUsed =
            template.usedNames.contains(name.rawValue)
            || template.variables.contains { $0.defaultFrom == name }
        guard templates.values.entitlementURL != nil, !isUsed else { return }
        throw RunFailure(
            .usage,
            at: "--entitlement-url",
            "the key URI does not contain it",
            found: "template \(template.name)",
            remedy: "Use --template entitlement."
        )
    }
}
