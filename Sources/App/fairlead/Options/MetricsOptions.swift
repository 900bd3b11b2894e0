import ArgumentParser
import CommandLineParts
import Failures
import Presentations

/// The option for metrics of a batch.
struct MetricsOptions: ParsableArguments {
    @Option(
        name: .customLong("metrics"),
        help: ArgumentHelp(
            "Write metrics for Prometheus, in a file that is replaced as a whole: for the textfile collector, FILE.prom.",
            valueName: "file"
        )
    )
    var file: String?

    /// Throws if the file exists and is not one of metrics, or if its directory does not exist.
    func checkPath(beside keyStore: KeyStoreOptions, over manifest: String) throws {
        guard let file else { return }
        // A device would be replaced by a file.
        if let status = Directory.status(of: file), !status.isRegularFile {
            throw RunFailure(
                .usage,
                at: "--metrics",
                "not a regular file, which a file of metrics could replace",
                found: file,
                remedy: "Name another file."
            )
        }
        try PathCheck.refuseReport(file, of: "--metrics", beside: keyStore)
        try PathCheck.refuseReport(file, of: "--metrics", over: [manifest])
        try PathCheck.requireFolder(of: file, "--metrics")
    }
}
