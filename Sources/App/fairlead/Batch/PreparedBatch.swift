import Batch
import BatchReports
import CommandLineParts
import Failures
import FoundationEssentials
import Glibc
import KeyStore
import Packaging
import Presentations
import ProviderTemplates
import TextFormats

/// A batch whose titles are ready or refused.
struct PreparedBatch {
    private let command: BatchRunCommand
    private let manifest: Manifest
    private let shard: ShardSelection?
    private let entries: [BatchEntry]
    private let store: any KeyRecordStore
    private let startedAt = Date()
    private let start = ContinuousClock.now

    /// Reads the manifest and prepares the titles of the shard.
    ///
    /// - Parameters:
    ///   - command: the command with its options.
    ///   - cancellation: stops the work on titles.
    /// - Throws: an error of the command line, of the manifest as a whole, or of the key store.
    init(_ command: BatchRunCommand, _ cancellation: Cancellation) throws {
        self.command = command
        shard = try command.shards.selection()
        manifest = try Manifest.load(file: command.manifest)
        let arguments = OptionalValueArguments.expand(Array(CommandLine.arguments.dropFirst()))
        let defaults = ScannedArguments(arguments.dropFirst(), kinds: TitleOptionNames.batchOptionKinds)
            .options
        let template = try command.output.map(OutputPathTemplate.init(parsing:))
        try ManifestColumns(manifest, defaults: defaults, output: template).check()
        let output = TitleOutput(
            template,
            assignments: defaults.filter { $0.name == "set" }.compactMap(\.value)
        )
        var builder = TitleBuilder(
            TitleBuilder.Common(
                output: output,
                defaults: defaults,
                keyStore: command.keyStore,
                overwrites: command.overwrite,
                readsInputs: command.checksum,
                isCancelled: { cancellation.isCancelled }
            )
        )
        try output.checkVariables(of: manifest)
        try Self.checkOutputs(
            of: manifest,
            output,
            besides: command.reports.files + [("the manifest", command.manifest)]
                + manifest.titles.flatMap(Self.files)
        )
        try command.reports.requireFolders()
        store = try Self.openStore(command, cancellation)
        let titles = shard?.titles(of: manifest) ?? manifest.titles
        entries = titles.map { title in
            cancellation.isCancelled ? .refused(TitleBuilder.waitingReport(title)) : builder.entry(title)
        }
        guard command.mode == .publish else { return }
        let failures = FailureLog(store)
        defer { failures.flush() }
        for (title, entry) in zip(titles, entries) {
            guard case .refused(let report) = entry, report.state == .failed else { continue }
            // A refused title is recorded with its output path, or with the text of `--output` if the path is
            // invalid.
            let path = (try? output.path(of: title)).map { OutputLocation.prospectivePath(of: $0) }
            failures.record(report, output: path ?? command.output ?? "")
        }
    }

    /// Opens the key store; waits for one that cannot be reached as long as titles are retried, if a time is given.
    private static func openStore(
        _ command: BatchRunCommand,
        _ cancellation: Cancellation
    ) throws -> any KeyRecordStore {
        let start = ContinuousClock.now
        var isWaiting = false
        while true {
            do {
                return try command.requirements.checked(
                    command.keyStore.open(for: command.isReadOnly ? .reading : .minting)
                )
            } catch let error as RunFailure {
                guard error.failureClass == .unavailable, !cancellation.isCancelled,
                    case .time(let limit) = command.retryLimit, start.duration(to: .now) < limit
                else { throw error }
                if !isWaiting { Diagnostics.shared.warning("\(error.message) Waiting for it.") }
                isWaiting = true
                sleep(1)
            }
        }
    }

    func execute(_ cancellation: Cancellation) throws -> BatchReport {
        let observer = BatchProgress(
            manifest: command.manifest,
            titleCount: entries.count,
            isShown: command.messages.showsProgress,
            writesEvents: command.messages.log.logFormat == .json && !command.messages.log.quiet
        )
        var options = BatchOptions(
            threadAllocation: ThreadAllocation(
                titles: entries.count,
                workers: command.workers,
                threads: JobCount.count(command.jobs),
                availableMemory: AvailableMemory.bytes()
            )
        )
        options.mode = command.mode
        options.verifies = command.verify
        options.retries = command.retryLimit
        options.describesRenditions = command.reports.describesRenditions
        options.computesDigests = command.reports.report != nil
        observer.start()
        for case .refused(let report) in entries where report.state == .failed { observer.end(report) }
        let run = BatchRun(
            entries,
            options: options,
            store: store,
            observer: observer,
            cancellation: cancellation
        )
        let titles = run.execute()
        observer.finish()
        return report(titles, options)
    }

    private func report(_ titles: [TitleReport], _ options: BatchOptions) -> BatchReport {
        BatchReport(
            BatchOverview(
                manifest,
                path: command.manifest,
                shard: shard,
                startedAt: startedAt,
                since: start,
                workers: options.threadAllocation.titlesAtOnce,
                titles
            ),
            titles: titles
        )
    }

    /// Returns the files that a title reads, which must not be in the result of another title.
    private static func files(of title: ManifestTitle) -> [(option: String, path: String)] {
        let location = "line \(title.line)"
        let inputs = title.values(ManifestColumn.input).map { text in
            (option: "\(location): input", path: (try? InputArgument.parse(text))?.path ?? text)
        }
        let files = ["template", "key_file", "cpix", "cpix_key", "derive_from"].compactMap { column in
            title.value(column).map { (option: "\(location): \(column)", path: $0) }
        }
        // A template that is no file is a built-in one.
        return inputs
            + files.filter { OnboardingTemplate.isFile($0.path) || !$0.option.hasSuffix(": template") }
    }

    /// Throws if two titles have the same result, or a file is in a result; an invalid output fails its title
    /// only.
    private static func checkOutputs(
        of manifest: Manifest,
        _ output: TitleOutput,
        besides files: [(option: String, path: String)]
    ) throws {
        let outputs = manifest.titles.compactMap { title in
            (try? output.path(of: title)).map {
                OutputPathCheck.Output(line: title.line, path: OutputLocation.prospectivePath(of: $0))
            }
        }
        try OutputPathCheck.check(outputs, manifest: manifest.source)
        try PathCheck.refuse(files, insideAnyOf: Set(outputs.map(\.path)))
    }
}

extension BatchRunCommand {
    /// Indicates whether the key store is not modified.
    var isReadOnly: Bool { mode == .check || mode == .dryRun }
}
