import Presentations

/// A progress sink that logs the phases of the run with `-v` and shows no bar.
struct PhaseLogger: ProgressSink {
    func beginPhase(_ phase: String) { Diagnostics.shared.info(phase) }
    func begin(totalBytes: UInt64) {}
    func advance(by bytes: UInt64) {}
    func end() {}
}
