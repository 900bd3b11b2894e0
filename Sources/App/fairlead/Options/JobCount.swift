import ArgumentParser
import Batch
import FoundationEssentials

/// The worker threads of a run (`--jobs`).
enum JobCount {
    /// More threads than this only cost memory.
    static let maximum = 256

    static func validate(_ jobs: Int?) throws {
        if let jobs, !(1...maximum).contains(jobs) {
            throw ValidationError("--jobs \(jobs) is out of range (expected 1 to \(maximum))")
        }
    }

    /// The threads that were asked for, else one for each core that is ours: a container may have fewer than the machine.
    static func count(_ jobs: Int?) -> Int {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        return jobs ?? min(cores, ProcessorQuota.cores() ?? cores, maximum)
    }
}
