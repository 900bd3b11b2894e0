import ArgumentParser
import FoundationEssentials
import Presentations

/// The worker threads of a run (`--jobs`).
package enum JobCount {
    /// More threads than this only cost memory.
    package static let maximum = 256

    /// Refuses a number that is out of range.
    ///
    /// - Throws: `ValidationError`.
    package static func validate(_ jobs: Int?) throws {
        if let jobs, !(1...maximum).contains(jobs) {
            throw ValidationError("--jobs \(jobs) is out of range (expected 1 to \(maximum))")
        }
    }

    /// The threads that were asked for, else one for each core that is ours: a container may have fewer than the machine.
    package static func count(_ jobs: Int?) -> Int {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        return jobs ?? min(cores, ProcessorQuota.cores() ?? cores, maximum)
    }
}
