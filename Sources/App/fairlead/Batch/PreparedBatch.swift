import Batch
import BatchReports
import CommandLineParts
import Failures
import FoundationEssentials
import Glibc
import KeyStore
import Packaging
import Presentations
import TextFormats

/// A batch whose manifest as a whole was checked; its titles are prepared one by one, when it is their turn.
struct PreparedBatch {
    private let command: BatchRunCommand
    private let manifest: Manifest
    private let shard: ShardSelection?
    private let common: TitleBuilder.Common
    private let store: any KeyRecordStore
    /// The name of the run, or nil if it has none.
    private let run: String?
    private let startedAt = Date()
    private let start = ContinuousClock.now

    /// The positions of the titles in the manifest.
    private var indices: ShardTitles { ShardTitles(of: shard, among: manifest.titleCount) }

    /// Reads the manifest, and checks what concerns several titles.
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
        let output = try TitleOutput(
            command.output,
            assignments: defaults.filter { $0.name == "set" }.compactMap(\.value)
        )
        try ManifestColumns(manifest, defaults: defaults, output: output).check()
        common = TitleBuilder.Common(
            output: output,
            defaults: defaults,
            keyStore: command.keyStore,
            overwrites: command.overwrite,
            readsInputs: command.checksum,
            isCancelled: { cancellation.isCancelled }
        )
        try output.checkVariables(of: manifest)
        try ManifestOutputs(manifest, output)
            .check(besides: command.files + [("the manifest", command.manifest)])
        try command.reports.requireFolders()
        store = try Self.openStore(command, cancellation)
        let environment = ProcessInfo.processInfo.environment
        run = RunManifestCheck.runName(command.runName, environment: environment)
        try RunManifestCheck(
            manifest,
            output: output.text.isEmpty ? "" : OutputLocation.prospectivePath(of: output.text),
            shard: shard,
            run: command.runName,
            environment: environment
        )?.check(in: store, isReadOnly: command.isReadOnly)
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

    /// Processes the titles.
    ///
    /// - Parameters:
    ///   - metrics: the metrics of the run, or nil if none are written.
    ///   - cancellation: stops the work.
    /// - Returns: the outcome of all titles, the overview of the run, and the failure if the manifest cannot be read
    ///   any more, or outcomes cannot be recorded.
    /// - Throws: `RunFailure` before the first title begins.
    func execute(
        _ metrics: BatchMetrics?,
        _ cancellation: Cancellation
    ) throws -> (overview: BatchOverview, outcome: BatchOutcome, failure: (any Error)?) {
        let outcome = BatchOutcome(keepsAll: command.reports.describeAllTitles(command.messages))
        let observer = BatchProgress(
            manifest: command.manifest,
            titleCount: indices.count,
            of: BatchEvent.Run(name: run, shard: shard),
            outcome: outcome,
            isShown: command.messages.showsProgress,
            writesEvents: command.messages.log.logFormat == .json && !command.messages.log.quiet
        )
        var options = BatchOptions(
            threadAllocation: ThreadAllocation(
                titles: indices.count,
                workers: command.workers,
                threads: JobCount.count(command.jobs),
                availableMemory: AvailableMemory.bytes()
            )
        )
        options.mode = command.mode
        options.verifies = command.verify
        options.retries = command.retryLimit
        options.budget = command.budget?.duration
        options.describesRenditions = command.reports.describesRenditions
        options.computesDigests = command.reports.report != nil
        let titles = try self.titles()
        try metrics?.begin(outcome, titleCount: indices.count)
        observer.start()
        defer { observer.finish() }
        var failure: (any Error)?
        do {
            try BatchRun(
                titles,
                options: options,
                store: store,
                observer: observer,
                cancellation: cancellation
            ).execute()
        } catch {
            failure = error
        }
        do {
            let cursor = try manifest.makeCursor()
            try outcome.addWaiting(among: indices, isHurried: cancellation.isCancelled) {
                try TitleBuilder.waitingReport(cursor.title(at: $0))
            }
        } catch {
            failure = failure ?? error
        }
        return (overview(outcome, options), outcome, failure)
    }

    /// Returns the titles in the order in which they begin.
    private func titles() throws -> BatchTitles {
        let (manifest, indices, common) = (manifest, indices, common)
        let order =
            command.oldestFirst
            ? try RecordedTitles(manifest: manifest, shard: shard, store: store, output: common.output)
                .oldestVerificationFirst() : nil
        return BatchTitles(count: indices.count) {
            var builder = TitleBuilder(common)
            let cursor = Result { () throws(RunFailure) in try manifest.makeCursor() }
            return { position in
                do throws(RunFailure) {
                    let index = order.map { Int($0[position]) } ?? indices[position]
                    return builder.entry(try cursor.get().title(at: index))
                } catch {
                    return .unreadable(error)
                }
            }
        }
    }

    private func overview(_ outcome: BatchOutcome, _ options: BatchOptions) -> BatchOverview {
        BatchOverview(
            manifest,
            path: command.manifest,
            shard: shard,
            startedAt: startedAt,
            since: start,
            workers: options.threadAllocation.titlesAtOnce,
            outcome.summary
        )
    }
}

extension BatchRunCommand {
    /// Indicates whether the key store is not modified.
    var isReadOnly: Bool { mode == .check || mode == .dryRun }

    /// The files that the command writes beside the results, with the options that name them.
    var files: [(option: String, path: String)] {
        reports.files + (metrics.file.map { [("--metrics", $0)] } ?? [])
    }
}
