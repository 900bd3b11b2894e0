import Foundation
import Glibc
import Testing

/// A program that was ended by SIGABRT, with all the core that the system lets it have, and what the kernel says of its end.
///
/// Foundation's `Process` does not tell whether there was a core; that is told wherever it went, into a file or to a program.
struct AbortedProgram {
    /// What ended it.
    let signal: Int32
    /// Whether the kernel made a core of its memory.
    let leftCore: Bool
    /// Its limit of core files before it was ended, as `/proc` says it.
    let coreLimit: String
    /// Whose its files in `/proc` were before: root's, if others of its own user may not look into it.
    let owner: uid_t

    /// Starts a program, and aborts it.
    ///
    /// - Parameters:
    ///   - arguments: the program's path and arguments.
    ///   - environment: all of its environment.
    ///   - folder: where it runs, and what it says goes to the file `said`.
    ///   - isReady: whether it has come to where it is to be aborted.
    /// - Throws: an `ExpectationFailedError` if it cannot be started, or ended before.
    init(
        _ arguments: [String],
        environment: [String: String] = ["PATH": "/usr/bin:/bin"],
        in folder: String,
        once isReady: (pid_t) -> Bool
    ) throws {
        let process = try Self.spawn(
            ["env", "-i"] + environment.map { "\($0.key)=\($0.value)" } + [
                "/bin/sh", "-c", "cd \"$0\" && ulimit -S -c \"$(ulimit -H -c)\" && exec \"$@\" >said 2>&1",
                folder,
            ] + arguments
        )
        var status: Int32 = 0
        let deadline = ContinuousClock.now + .seconds(60)
        while !isReady(process), ContinuousClock.now < deadline {
            let hasEnded = unsafe waitpid(process, &status, WNOHANG) != 0
            let said = hasEnded ? try? String(contentsOfFile: folder + "/said", encoding: .utf8) : nil
            try #require(!hasEnded, "\(said ?? "")")
            usleep(1000)
        }
        let limits = (try? String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)) ?? ""
        let line = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") } ?? ""
        coreLimit = String(line.split(separator: " ").dropFirst(4).first ?? "")
        var information = stat()
        _ = unsafe stat("/proc/\(process)/limits", &information)
        owner = information.st_uid
        kill(process, SIGABRT)
        while unsafe waitpid(process, &status, 0) < 0 { try #require(errno == EINTR) }
        // WTERMSIG and WCOREDUMP, which are macros.
        signal = status & 0x7F
        leftCore = status & 0x80 != 0
    }

    private static func spawn(_ arguments: [String]) throws -> pid_t {
        let words = unsafe arguments.map { unsafe strdup($0) }
        defer { unsafe words.forEach { unsafe free($0) } }
        // Threads of tests may block signals, and a child begins with what its thread blocks.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var process: pid_t = 0
        let failure = unsafe posix_spawn(
            &process,
            "/usr/bin/env",
            nil,
            &attributes,
            words + [nil],
            environ
        )
        try #require(failure == 0)
        return process
    }
}
