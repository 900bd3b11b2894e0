import ArgumentParser
import BatchPackaging
import Ciphers
import HLSPackaging
import KeyStore
import KeyURITemplates
import OnboardingTemplates

/// Makes the titles of a manifest ready: their options are parsed, their inputs are looked for.
///
/// What can be told before anything begins, is: a title that is refused here is never begun.
struct TitleBuilder {
    /// What all titles have.
    struct Common {
        /// The manifest, as it was named.
        let manifest: String
        /// Where the results go.
        let output: TitleOutput
        /// The options of the batch's command line.
        let defaults: [ScannedArguments.Option]
        let keyStore: KeyStoreOptions
        let overwrites: Bool
        /// Whether the bytes of inputs are read for their digests.
        let readsInputs: Bool
        let isCancelled: @Sendable () -> Bool
    }

    private let common: Common
    /// Options that titles have in common are parsed once.
    private var parsed: [[String]: TitleCommand] = [:]

    init(_ common: Common) {
        self.common = common
    }

    /// A title that is ready, or the report of one that is refused.
    mutating func entry(_ title: ManifestTitle) -> BatchEntry {
        let warnings = WarningList()
        do {
            let title = try Diagnostics.$collector.withValue(warnings) { try ready(title, warnings) }
            return .ready(title)
        } catch {
            let failure = CommandFailure(error)
            var report = TitleReport(
                index: title.index,
                line: title.line,
                contentID: title.value(ManifestColumn.contentID) ?? "",
                state: .failed,
                input: TitleReport.Input(paths: title.values(ManifestColumn.input), files: 0, bytes: 0)
            )
            report.attempts = 0
            report.status = ExitStatus.code(of: failure.failureClass)
            report.error = failure.message
            report.warnings = warnings.all
            return .refused(report)
        }
    }

    private mutating func ready(_ title: ManifestTitle, _ warnings: WarningList) throws -> BatchTitle {
        let inputs = title.values(ManifestColumn.input)
        let kind = TitleCommand.Kind(input: inputs.first ?? "")
        let contentID = try ContentID(argument: title.value(ManifestColumn.contentID) ?? "")
        let output = try common.output.path(of: title)
        let words = try TitleWords(of: title, defaults: common.defaults, for: kind)
        let work: BatchTitle.Work
        var template: OnboardingTemplate?
        switch try command(words.words, kind) {
        case .protect(var command):
            guard inputs.count == 1 else {
                throw CommandFailure(
                    .usage,
                    "a playlist is the only input of its title (got \(inputs.count) inputs). Leave the others out."
                )
            }
            command.playlist = inputs[0]
            command.contentID = contentID.value
            command.result.output = output
            command.result.overwrite = common.overwrites
            command.keyStore = common.keyStore
            template = try command.templates.onboardingTemplate()
            command.templates.set = assignments(words, template)
            try requireInput(inputs[0])
            work = try protection(command.protecting(), .playlist(inputs[0], root: command.root))
        case .package(var command):
            command.contentID = contentID.value
            command.result.output = output
            command.result.overwrite = common.overwrites
            command.keyStore = common.keyStore
            let parsed = try inputs.map(InputArgument.parse)
            for input in parsed { try requireInput(input.path) }
            let request = try command.packaging.request(parsed, command.result)
            if command.isClear {
                template = nil
                try command.checkPaths(of: request)
                work = .packageClear(request)
            } else {
                template = try command.templates.onboardingTemplate()
                command.templates.set = assignments(words, template)
                try command.checkPaths(of: request)
                work = try protection(command.protecting(), .mezzanines(request))
            }
        }
        return BatchTitle(
            index: title.index,
            line: title.line,
            inputs: inputs,
            output: OutputLocation.prospectivePath(of: output),
            template: words.value("key-uri") == nil ? template?.name : nil,
            recording: TitleRecording(
                contentID: contentID,
                optionsDigest: OptionsDigest(kind, inputs, words, template).digest,
                readsInputs: common.readsInputs
            ),
            work: work,
            warnings: warnings.all
        )
    }

    private mutating func command(_ words: [String], _ kind: TitleCommand.Kind) throws -> TitleCommand {
        let key = [kind.rawValue] + words
        if let command = parsed[key] { return command }
        let command = try TitleCommand(words, for: kind)
        // Titles with options of their own would fill the memory.
        if parsed.count >= 1000 { parsed.removeAll() }
        parsed[key] = command
        return command
    }

    private func protection(
        _ options: ProtectingOptions,
        _ source: PresentationSource
    ) throws -> BatchTitle.Work {
        try options.checkPaths()
        var request = try options.request(source)
        if let supplier = try options.keyServer.supplier(isCancelled: common.isCancelled) {
            request.supplier = supplier
        }
        return .protect(request)
    }

    /// The variables that the template has: columns are for all titles, and templates may differ.
    private func assignments(_ words: TitleWords, _ template: OnboardingTemplate?) -> [String] {
        guard let template else { return [] }
        let known = Set(template.settableNames)
        return words.variables.filter { known.contains($0.name) }.map { "\($0.name)=\($0.value)" }
    }

    private func requireInput(_ path: String) throws {
        do {
            _ = try InputFile(path: path)
        } catch {
            throw PackagingError.input(error)
        }
    }
}
