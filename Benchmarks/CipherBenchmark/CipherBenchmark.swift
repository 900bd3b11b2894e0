import Glibc

/// Measures the ciphers alone, in one round of all jobs.
///
/// Usage: `CipherBenchmark [SECONDS]` prints a line for each job: its name, a tab, and its bytes per second
/// of processor time. See Benchmarks/README.md.
@main
struct CipherBenchmark {
    /// The number of pieces between two readings of the clock.
    private static let piecesAtOnce = 4096

    static func main() throws {
        let seconds = CommandLine.arguments.dropFirst().first.flatMap { Double($0) } ?? 1
        for job in Job.all {
            let start = processorSeconds()
            var pieces = 0
            var usedSeconds = 0.0
            while usedSeconds < seconds {
                try job.run(piecesAtOnce)
                pieces += piecesAtOnce
                usedSeconds = processorSeconds() - start
            }
            print("\(job.name)\t\(Double(pieces * Job.pieceByteCount) / usedSeconds)")
        }
    }

    /// Returns the processor time of the process in seconds, as `openssl speed` does.
    ///
    /// Unlike wall time, it leaves out other work of the machine.
    private static func processorSeconds() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
