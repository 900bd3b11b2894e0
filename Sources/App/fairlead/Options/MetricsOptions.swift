import ArgumentParser
import CommandLineParts

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
        try PathCheck.refuseReport(file, of: "--metrics", beside: keyStore)
        try PathCheck.refuseReport(file, of: "--metrics", over: [manifest])
        try PathCheck.requireFolder(of: file, "--metrics")
    }
}
