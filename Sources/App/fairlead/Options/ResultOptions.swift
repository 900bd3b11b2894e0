import ArgumentParser
import CommandLineParts

/// The options for the result and the execution of a run.
struct ResultOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: ArgumentHelp("The directory of the result.", valueName: "dir"))
    var output: String

    @Flag(help: "Replace a different result that is there already.")
    var overwrite = false

    @Option(help: "Worker threads, at most \(JobCount.maximum). Default: all cores.")
    var jobs: Int?

    @Flag(help: "Say what would be done; write nothing and mint no key.")
    var dryRun = false

    @Option(help: ArgumentHelp("Write a JSON report of the run, also of one that failed.", valueName: "file"))
    var report: String?

    func validate() throws {
        try JobCount.validate(jobs)
    }
}
