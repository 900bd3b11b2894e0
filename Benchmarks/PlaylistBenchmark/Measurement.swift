import CLinux
import Glibc
import PeakMemory

/// The result of one job on one playlist.
struct Measurement: Codable {
    let playlist: String
    let job: String
    let megabytesPerSecond: Double
    let ratioToMemchr: Double
    /// The ratio of the fastest rounds: what the median would be if nothing else ran on the machine.
    let ratioOfFastest: Double
    /// The heap that a document takes in addition to the bytes of the playlist.
    let heapBytesPerLine: Double?
    /// The peak growth of the process while the job runs.
    let peakBytesPerLine: Double?
    /// The seconds for one run of the job, in each round.
    let seconds: [Double]

    /// The least number of bytes processed between two readings of the clock.
    private static let bytesPerRound = 16_000_000

    /// Runs all jobs in interleaved rounds, after one that does not count.
    static func measure(_ playlist: SamplePlaylist, rounds: Int) throws -> [Measurement] {
        let jobs = try Job.all()
        var seconds: [[Double]] = jobs.map { _ in [] }
        for round in 0...rounds {
            for index in jobs.indices {
                let time = try time(jobs[index], playlist.bytes)
                if round > 0 { seconds[index].append(time) }
            }
        }
        let unit = median(seconds[0])
        return try jobs.indices.map { index in
            let middle = median(seconds[index])
            return Measurement(
                playlist: playlist.name,
                job: jobs[index].name,
                megabytesPerSecond: Double(playlist.bytes.count) / middle / 1e6,
                ratioToMemchr: unit / middle,
                ratioOfFastest: (seconds[0].min() ?? 0) / (seconds[index].min() ?? 1),
                heapBytesPerLine: try heap(jobs[index], playlist),
                peakBytesPerLine: try peak(jobs[index], playlist),
                seconds: seconds[index]
            )
        }
    }

    private static func time(_ job: Job, _ bytes: [UInt8]) throws -> Double {
        let runs = max(1, bytesPerRound / bytes.count)
        var check = 0
        let start = processorSeconds()
        for _ in 0..<runs { check &+= try job.run(bytes).check }
        let end = processorSeconds()
        precondition(check > 0, "a job does something")
        return (end - start) / Double(runs)
    }

    /// Returns the processor time of the process in seconds, which leaves out other work of the machine.
    private static func processorSeconds() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func heap(_ job: Job, _ playlist: SamplePlaylist) throws -> Double? {
        guard job.keepsDocument else { return nil }
        let before = fairlead_heap_in_use()
        let document = try job.run(playlist.bytes).document
        let after = withExtendedLifetime(document) { fairlead_heap_in_use() }
        return (Double(after) - Double(before)) / Double(playlist.lineCount)
    }

    private static func peak(_ job: Job, _ playlist: SamplePlaylist) throws -> Double? {
        guard job.keepsDocument else { return nil }
        let start = try PeakMemory.reset()
        _ = try job.run(playlist.bytes)
        return Double(try PeakMemory.current() - start) / Double(playlist.lineCount)
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }
}
