import CLinux
import Foundation
import Glibc

/// A case of the measurement: `cp -r` or a way, for one form of the media.
struct Case: Sendable {
    /// The form of the media: a file for each media resource, or one file for all of them.
    enum Form: String, Sendable {
        case segments
        case ranges
    }

    /// The times of one run.
    struct Sample {
        /// Wall time until all is written and closed, in seconds.
        var seconds = 0.0
        /// Wall time including syncfs(2), in seconds; of interest on a disk.
        var syncedSeconds = 0.0
        /// Processor time of all threads or of `cp`, without syncfs(2), in seconds.
        var processorSeconds = 0.0
    }

    let form: Form
    /// Indicates whether the source has to come from the disk instead of the page cache.
    let isCold: Bool
    let encrypts: Bool
    let threads: Int
    /// The way, or nil for `cp -r`.
    let way: Way?

    /// Runs the case once.
    ///
    /// - Parameters:
    ///   - media: the contents of the folders.
    ///   - source: the folder to read from.
    ///   - target: the folder to create.
    /// - Returns: the times of the run.
    /// - Throws: `FileCallFailure`, and errors of ciphers.
    func run(_ media: Media, from source: String, to target: String) throws -> Sample {
        let start = Clock.wall
        let processorSeconds: Double
        if let way {
            let before = Clock.processor
            let key = encrypts ? media.key : nil
            try Transfer(resources(of: media), from: source, to: target, by: way, key: key, threads: threads)
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

    func resources(of media: Media) -> [MediaResource] { form == .segments ? media.segments : media.ranges }

    /// Runs `cp -r` and returns its processor time, in seconds.
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

    /// Returns the cases to measure in a folder.
    ///
    /// On a disk these are segments with a warm and a cold page cache, otherwise segments, and ranges of one
    /// file. Ways that cannot do a case, or could not differ in it, are left out.
    ///
    /// - Parameters:
    ///   - isDisk: true if the folder is on a disk.
    ///   - pattern: a regular expression for the names of ways.
    /// - Returns: the cases, with `cp -r` before the ways of each form and cache state.
    static func all(isDisk: Bool, matching pattern: String) -> [Case] {
        let ways = Way.all.filter { way in
            (isDisk || !way.needsDisk) && way.name.range(of: pattern, options: .regularExpression) != nil
        }
        func cases(_ form: Form, isCold: Bool, _ threads: [Int]) -> [Case] {
            let recursiveCopy = Case(form: form, isCold: isCold, encrypts: false, threads: 1, way: nil)
            return [recursiveCopy]
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
    /// Indicates whether there is such a case.
    fileprivate func exists(on threads: Int, _ form: Case.Form, encrypts: Bool) -> Bool {
        if threads == 1 && writer == .oneOfThreads { return false }
        if kernelCopy != nil && encrypts { return false }
        // FICLONE clones whole files.
        return !(kernelCopy == .clone && form == .ranges)
    }
}

/// Clocks, in seconds.
enum Clock {
    /// The wall time since an arbitrary moment.
    static var wall: Double { seconds(CLOCK_MONOTONIC) }
    /// The processor time of all threads of this process.
    static var processor: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }
    /// The processor time of all child processes that have ended.
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
