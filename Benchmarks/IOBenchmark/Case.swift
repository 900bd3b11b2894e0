import CLinux
import Foundation
import Glibc

/// A line of the measurement: `cp -r` or a way, of one form of the media.
struct Case: Sendable {
    /// Whether a unit is a file, or a part of the only one.
    enum Form: String, Sendable {
        case segments
        case ranges
    }

    /// What one run took.
    struct Sample {
        /// Wall time until all is written and closed.
        var seconds = 0.0
        /// The same with syncfs(2) behind it, on a disk.
        var syncedSeconds = 0.0
        /// Processor time of all threads, that of the synchronization not counted.
        var processorSeconds = 0.0
    }

    let form: Form
    /// Whether the source has to come from the disk.
    let isCold: Bool
    let encrypts: Bool
    let threads: Int
    /// nil: `cp -r`.
    let way: Way?

    /// Runs it once.
    ///
    /// - Parameters:
    ///   - media: what is in the folders.
    ///   - source: the folder that has it.
    ///   - target: the folder that is to be made.
    /// - Returns: what it took.
    /// - Throws: `FileCallFailure`, and errors of ciphers.
    func run(_ media: Media, from source: String, to target: String) throws -> Sample {
        let start = Clock.wall
        let processorSeconds: Double
        if let way {
            let before = Clock.processor
            let key = encrypts ? media.key : nil
            try Transfer(units(of: media), from: source, to: target, by: way, key: key, threads: threads)
                .run()
            processorSeconds = Clock.processor - before
        } else {
            processorSeconds = try Self.copyTree(source, target)
        }
        let end = Clock.wall
        let folder = try OpenFile(reading: target)
        try FileCallFailure.check("syncfs") { fairlead_sync_file_system(folder.descriptor) }
        return Sample(
            seconds: end - start,
            syncedSeconds: Clock.wall - start,
            processorSeconds: processorSeconds
        )
    }

    func units(of media: Media) -> [Unit] { form == .segments ? media.segments : media.ranges }

    /// `cp -r`: its processor time.
    private static func copyTree(_ source: String, _ target: String) throws -> Double {
        let before = Clock.processorOfChildren
        let process = try Process.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            arguments: ["cp", "-r", source, target]
        )
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw FileCallFailure("cp", code: EIO) }
        return Clock.processorOfChildren - before
    }

    /// What is measured in a place: files by all ways, on a disk from a cold cache too, and one file by those that could differ.
    ///
    /// - Parameters:
    ///   - isDisk: whether the place is on a disk.
    ///   - pattern: of names of ways.
    /// - Returns: the cases, `cp -r` of each form first.
    static func all(isDisk: Bool, matching pattern: String) -> [Case] {
        let ways = Way.all.filter { way in
            (isDisk || !way.needsDisk) && way.name.range(of: pattern, options: .regularExpression) != nil
        }
        func cases(_ form: Form, isCold: Bool, _ threads: [Int]) -> [Case] {
            let unit = Case(form: form, isCold: isCold, encrypts: false, threads: 1, way: nil)
            return [unit]
                + [false, true].flatMap { encrypts in
                    threads.flatMap { threads in
                        ways.filter { $0.exists(on: threads, form, encrypts: encrypts) }
                            .map {
                                Case(
                                    form: form,
                                    isCold: isCold,
                                    encrypts: encrypts,
                                    threads: threads,
                                    way: $0
                                )
                            }
                    }
                }
        }
        return isDisk
            ? cases(.segments, isCold: false, [2]) + cases(.segments, isCold: true, [2])
            : cases(.segments, isCold: false, [1, 2]) + cases(.ranges, isCold: false, [2])
    }
}

extension Way {
    /// Whether there is such a case.
    fileprivate func exists(on threads: Int, _ form: Case.Form, encrypts: Bool) -> Bool {
        if threads == 1 && writer == .oneOfThreads { return false }
        if kernelCopy != nil && encrypts { return false }
        // It clones whole files.
        return !(kernelCopy == .clone && form == .ranges)
    }
}

/// Times, in seconds.
enum Clock {
    /// Since some moment.
    static var wall: Double { seconds(CLOCK_MONOTONIC) }
    /// Of all threads of this process.
    static var processor: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }
    /// Of processes that this one started and that ended.
    static var processorOfChildren: Double {
        var usage = rusage()
        unsafe getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
        }
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
