import ArgumentParser
import Batch
import CommandLineParts
import Failures
import FoundationEssentials
import Presentations

/// The command `fairlead batch MANIFEST`.
struct BatchRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Package and protect the titles of a manifest (the default).",
        discussion: """
            Options of protect and package apply to all titles; a column takes precedence. Ends with 75 if any title did, else \
            with the status of the first title that failed.

            EXAMPLES
              fairlead batch catalogue.csv -o 'out/{content_id}' --workers 4 --report report.json

              A step of a CI job, which writes nothing:
              fairlead batch catalogue.csv -o 'out/{content_id}' --check --junit batch.xml

              A part of a catalog is verified each night:
              fairlead batch catalogue.csv -o 'out/{content_id}' --verify --oldest-first --budget 2h

              A task of a job array, whose tasks can be submitted again:
              exec fairlead batch catalogue.csv -o 'out/{content_id}' --shard-index auto --shard-count 100
            """
    )

    @Argument(help: "The manifest: .csv, .jsonl or .yaml.")
    var manifest: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The directory of a title's result, with variables: out/{content_id}.",
            valueName: "dir"
        )
    )
    var output: String?

    @Flag(help: "Replace different results that are there already.")
    var overwrite = false

    @Option(help: "Titles at once. Default: one for each thread, as far as the memory allows.")
    var workers: Int?

    @Option(help: "Worker threads of all titles, at most \(JobCount.maximum). Default: all cores.")
    var jobs: Int?

    @Option(help: "How often a title is retried after a temporary failure. Default: 2.")
    var retries: Int?

    @Option(
        help: ArgumentHelp(
            "How long a title is retried after temporary failures, and an unreachable key store is waited for, in place of "
                + "--retries: 90s, 30m.",
            valueName: "duration"
        )
    )
    var retryFor: DurationArgument?

    @OptionGroup
    var shards: ShardOptions

    @Option(
        name: .customLong("run"),
        help: ArgumentHelp(
            "The run that the shards belong to; all of them need the same manifest. Default: the id of the Slurm or AWS Batch "
                + "array, otherwise one run for each --output.",
            valueName: "name"
        )
    )
    var runName: String?

    @Flag(help: "Detect changed inputs by their bytes, not by sizes and times.")
    var checksum = false

    @Flag(help: "Write nothing; end with 0 if every result is there, current and verified, else with 69.")
    var check = false

    @Flag(help: "Mint the keys and touch no media.")
    var keysOnly = false

    @Flag(help: "Say what would be done; write nothing and mint no key.")
    var dryRun = false

    @Flag(help: "Verify each result after it was published.")
    var verify = false

    @Flag(help: "With --verify: begin with the titles whose results were never verified, or longest ago.")
    var oldestFirst = false

    @Option(
        help: ArgumentHelp(
            "With --verify: begin no other title after this time, and end with the status of those that were begun: 2h.",
            valueName: "duration"
        )
    )
    var budget: DurationArgument?

    @OptionGroup(title: "Reports")
    var reports: BatchReportOptions

    @OptionGroup
    var metrics: MetricsOptions

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "Requirements")
    var requirements: StoreRequirementOptions

    @OptionGroup
    var titles: BatchTitleOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    func validate() throws {
        try JobCount.validate(jobs)
        if let workers, !(1...JobCount.maximum).contains(workers) {
            throw ValidationError("--workers \(workers) is out of range (expected 1 to \(JobCount.maximum))")
        }
        if let retries, !(0...100).contains(retries) {
            throw ValidationError("--retries \(retries) is out of range (expected 0 to 100)")
        }
        if retries != nil, retryFor != nil {
            throw ValidationError("--retries and --retry-for cannot be combined. Leave one of them out")
        }
        for (option, isGiven) in [("--oldest-first", oldestFirst), ("--budget", budget != nil)]
        where isGiven && !verify {
            throw ValidationError("\(option) needs --verify. Give both")
        }
        let modes = [
            ("--check", check), ("--keys-only", keysOnly), ("--dry-run", dryRun), ("--verify", verify),
        ].filter(\.1)
        if modes.count > 1 {
            throw ValidationError("\(modes[0].0) and \(modes[1].0) cannot be combined. Leave one of them out")
        }
    }

    mutating func run() throws {
        let cancellation = Cancellation()
        messages.log.configure()
        keyStore.warnOfKeyInJob()
        try Interruption.start(cancelling: cancellation)
        // Checks the paths before any other error, which would be written into the report.
        try reports.checkPaths(beside: keyStore, over: manifest)
        try metrics.checkPath(beside: keyStore, over: manifest)
        try PathCheck.refuseEqual(files)
        let metrics = try RunReport.recordingFailure(in: reports.report) { try BatchMetrics(self) }
        var status: Int32
        do {
            status = try execute(metrics, cancellation)
        } catch {
            try? metrics?.end(status: RunFailure(describing: error).failureClass.exitStatus)
            throw error
        }
        do {
            try metrics?.end(status: status)
        } catch {
            Diagnostics.shared.error(error.message)
            if status == 0 { status = error.failureClass.exitStatus }
        }
        if status != 0 { throw ExitCode(status) }
    }

    /// Runs the batch, writes its reports, and returns its status.
    private func execute(_ metrics: BatchMetrics?, _ cancellation: Cancellation) throws -> Int32 {
        let (overview, outcome, failure) = try RunReport.recordingFailure(in: reports.report) {
            try PreparedBatch(self, cancellation).execute(metrics, cancellation)
        }
        let status = outcome.status(mode, mayLeaveTitles: budget != nil && !cancellation.isCancelled)
        try BatchText.write(overview, outcome, as: messages.format)
        let isReported = reports.write(overview, outcome)
        if let failure { throw failure }
        return status == 0 && !isReported ? FailureClass.writeFailed.exitStatus : status
    }

    /// The limit of further attempts after temporary failures.
    var retryLimit: BatchOptions.Retries {
        retryFor.map { .time($0.duration) } ?? .attempts(retries ?? 2)
    }

    /// The work that is done with each title.
    var mode: BatchOptions.Mode {
        check ? .check : keysOnly ? .keysOnly : dryRun ? .dryRun : .publish
    }
}
