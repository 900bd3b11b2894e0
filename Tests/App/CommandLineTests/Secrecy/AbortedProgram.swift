import Foundation
import Glibc
import Testing

/// A program ended by SIGABRT, with the largest core that the system allows, and the kernel's report of its
/// end.
///
/// Foundation's `Process` does not report a core. The kernel reports one that went into a file or to a
/// program.
struct AbortedProgram {
    /// The signal that ended the program.
    let signal: Int32
    /// Indicates whether the kernel made a core of the program's memory.
    let leftCore: Bool
    /// The limit of core files before the abort, as in `/proc`.
    let coreLimit: String
    /// The owner of the program's files in `/proc` before the abort: root if its own user may not read its
    /// memory.
    let owner: uid_t

    /// Starts a program, and aborts it.
    ///
    /// - Parameters:
    ///   - arguments: the program's path and arguments.
    ///   - environment: the complete environment.
    ///   - folder: the working folder, where the file `said` gets the output.
    ///   - isReady: returns true once the process is where it is to be aborted.
    /// - Throws: `ExpectationFailedError` if the program cannot be started or ends before.
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
            let output = hasEnded ? try? String(contentsOfFile: folder + "/said", encoding: .utf8) : nil
            try #require(!hasEnded, "\(output ?? "")")
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
        let argv = unsafe arguments.map { unsafe strdup($0) }
        defer { unsafe argv.forEach { unsafe free($0) } }
        // Test threads may block signals, and a child inherits what its thread blocks.
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
            argv + [nil],
            environ
        )
        try #require(failure == 0)
        return process
    }
}
