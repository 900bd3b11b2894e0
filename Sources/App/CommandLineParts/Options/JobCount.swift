import ArgumentParser
import FoundationEssentials
import Presentations

/// The number of worker threads of a run (`--jobs`).
package enum JobCount {
    /// The maximum number of threads; more only cost memory.
    package static let maximum = 256

    /// Throws if the number is out of range.
    ///
    /// - Throws: `ValidationError`.
    package static func validate(_ jobs: Int?) throws {
        if let jobs, !(1...maximum).contains(jobs) {
            throw ValidationError("--jobs \(jobs) is out of range (expected 1 to \(maximum))")
        }
    }

    /// Returns the given number, or by default one thread for each core that a container may use.
    package static func count(_ jobs: Int?) -> Int {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        return jobs ?? min(cores, ProcessorQuota.cores() ?? cores, maximum)
    }
}
