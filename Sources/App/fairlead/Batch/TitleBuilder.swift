import Batch
import BatchReports
import CommandLineParts
import Failures
import KeyStore
import Packaging
import Presentations
import ProviderTemplates

/// A builder of the titles of a manifest: it parses their options and checks that their inputs exist.
///
/// It finds as many errors as possible before a title starts: one that it refuses is never started.
struct TitleBuilder {
    /// The parameters that all titles share.
    struct Common {
        /// The output paths of the titles.
        let output: TitleOutput
        /// The options of the batch's command line.
        let defaults: [ScannedArguments.Option]
        let keyStore: KeyStoreOptions
        let overwrites: Bool
        /// Indicates whether inputs are read to compute their digests.
        let readsInputs: Bool
        let isCancelled: @Sendable () -> Bool
    }

    /// The work on a title, and the template of its key URIs.
    private typealias Plan = (work: BatchTitle.Work, template: OnboardingTemplate?)

    private let common: Common
    /// The parsed options, which titles can share, by the UTF-8 bytes of the words: file names are compared
    /// by bytes.
    private var parsedCommands: [[UInt8]: TitleCommand] = [:]

    init(_ common: Common) {
        self.common = common
    }

    /// Returns a title that is ready, or the report of a refused title.
    mutating func entry(_ title: ManifestTitle) -> BatchEntry {
        let warnings = WarningList()
        do {
            let title = try Diagnostics.$collector.withValue(warnings) { try ready(title, warnings) }
            return .ready(title)
        } catch {
            // A refused title is recorded with its output path, or with the text of `--output` if the path is
            // invalid.
            let path = (try? common.output.path(of: title)).map { OutputLocation.prospectivePath(of: $0) }
            return .refused(
                Self.report(of: title, RunFailure(describing: error), warnings.all),
                output: path ?? common.output.text
            )
        }
    }

    /// Returns the report of a title that was not begun.
    static func waitingReport(_ title: ManifestTitle) -> TitleReport {
        var report = TitleReport(
            index: title.index,
            line: title.line,
            contentID: title.contentID,
            state: .waiting,
            input: TitleReport.Input(paths: title.values(ManifestColumn.input), files: 0, bytes: 0)
        )
        report.attempts = 0
        return report
    }

    private static func report(
        of title: ManifestTitle,
        _ failure: RunFailure,
        _ warnings: [String]
    ) -> TitleReport {
        var report = waitingReport(title)
        report.state = .failed
        report.status = failure.failureClass.exitStatus
        report.error = failure.message
        report.warnings = warnings
        return report
    }

    private mutating func ready(_ title: ManifestTitle, _ warnings: WarningList) throws -> BatchTitle {
        let inputs = title.values(ManifestColumn.input)
        let kind = TitleCommand.Kind(input: inputs.first ?? "")
        let contentID = try ContentID(argument: title.value(ManifestColumn.contentID) ?? "")
        let output = try common.output.path(of: title)
        let titleOptions = try TitleOptions(of: title, defaults: common.defaults, for: kind)
        if let secret = common.output.secret(in: title, titleOptions.value("template")) {
            throw RunFailure(
                .usage,
                at: "--output",
                "{\(secret)} is a secret, and a path shows it",
                remedy: "Use another variable."
            )
        }
        let plan =
            switch try command(titleOptions.arguments, kind) {
            case .protect(let command): try protect(command, inputs, contentID, output, titleOptions)
            case .package(let command): try package(command, inputs, contentID, output, titleOptions)
            }
        return BatchTitle(
            index: title.index,
            line: title.line,
            inputs: inputs,
            output: OutputLocation.prospectivePath(of: output),
            template: titleOptions.value("key-uri") == nil ? plan.template?.name : nil,
            recording: recording(contentID, kind, inputs, titleOptions, plan.template),
            work: plan.work,
            warnings: warnings.all
        )
    }

    /// Creates the parameters for the record of a title.
    ///
    /// A result that was published with `--new-key` is up to date for a run without this option. A result
    /// that was published without it is not up to date for a run with it.
    private func recording(
        _ contentID: ContentID,
        _ kind: TitleCommand.Kind,
        _ inputs: [String],
        _ titleOptions: TitleOptions,
        _ template: OnboardingTemplate?
    ) -> TitleRecording {
        let digest = { (isNewKey: Bool) in
            OptionsDigest(kind, inputs, titleOptions, template, isNewKey: isNewKey).digest
        }
        let isNewKey = titleOptions.has("new-key")
        return TitleRecording(
            contentID: contentID,
            optionsDigest: digest(isNewKey),
            otherOptionsDigests: isNewKey ? [] : [digest(true)],
            readsInputs: common.readsInputs
        )
    }

    private mutating func command(_ arguments: [String], _ kind: TitleCommand.Kind) throws -> TitleCommand {
        let key = Array(([kind.rawValue] + arguments).joined(separator: "\0").utf8)
        if let command = parsedCommands[key] { return command }
        let command = try TitleCommand(arguments, for: kind)
        // Limits the memory for titles that all have different options.
        if parsedCommands.count >= 1000 { parsedCommands.removeAll() }
        parsedCommands[key] = command
        return command
    }

    private func protect(
        _ parsedCommand: ProtectCommand,
        _ inputs: [String],
        _ contentID: ContentID,
        _ output: String,
        _ titleOptions: TitleOptions
    ) throws -> Plan {
        guard inputs.count == 1 else {
            throw RunFailure(
                .usage,
                "a playlist is the only input of its title",
                found: "got \(inputs.count) inputs",
                remedy: "Leave the others out."
            )
        }
        var command = parsedCommand
        command.playlist = inputs[0]
        command.contentID = contentID.value
        command.result.output = output
        command.result.overwrite = common.overwrites
        command.options.keyStore = common.keyStore
        let template = try command.options.protecting.templates.onboardingTemplate()
        command.options.protecting.templates.values.set = titleOptions.assignments(for: template)
        try requireInput(inputs[0])
        let title = command.options.title(command.contentID, command.result)
        try title.checkPaths()
        let source = PlaylistSource(inputs[0], root: command.root)
        return (.protect(try title.request(source, isCancelled: common.isCancelled)), template)
    }

    private func package(
        _ parsedCommand: PackageCommand,
        _ inputs: [String],
        _ contentID: ContentID,
        _ output: String,
        _ titleOptions: TitleOptions
    ) throws -> Plan {
        var command = parsedCommand
        command.contentID = contentID.value
        command.result.output = output
        command.result.overwrite = common.overwrites
        command.options.keyStore = common.keyStore
        let mezzanines = try inputs.map(InputArgument.parse)
        for mezzanine in mezzanines { try requireInput(mezzanine.path) }
        let packaging = try command.packaging.request(mezzanines, command.result)
        let template = command.isClear ? nil : try command.options.protecting.templates.onboardingTemplate()
        if let template {
            command.options.protecting.templates.values.set = titleOptions.assignments(for: template)
        }
        try command.checkPaths(of: packaging)
        guard !command.isClear else { return (.packageClear(packaging), nil) }
        return (.protect(try command.title.request(packaging, isCancelled: common.isCancelled)), template)
    }

    private func requireInput(_ path: String) throws {
        _ = try mapErrors(to: RunFailure.input) { () throws(SystemCallError) in try InputFile(path: path) }
    }
}
