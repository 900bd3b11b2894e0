import Failures
import Glibc

/// Precautions of the process before it holds a key, except the ban on core dumps, which is set earlier
/// (`CCoreDumps`).
enum ProcessHardening {
    /// The open files of one run without other threads: a key store and its journal, a stage, inputs and
    /// outputs.
    private static let fewestOpenFiles = 24

    /// Raises the limit of open files to the maximum, because segments and titles are processed concurrently.
    ///
    /// The lower limit that shells set is for programs that use `select`.
    ///
    /// - Throws: `RunFailure` if the maximum is so low that a run would fail halfway.
    static func raiseOpenFileLimit() throws {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard unsafe getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = unsafe setrlimit(resource, &limit)
        guard limit.rlim_max >= fewestOpenFiles else {
            throw RunFailure(
                .unavailable,
                at: "this run",
                ResourceShortage.openFiles.description,
                found: "limit \(limit.rlim_max)",
                expected: "at least \(fewestOpenFiles)",
                remedy: ResourceShortage.openFiles.advice
            )
        }
    }

    /// Disables Swift's crash handler, which prints registers and the memory that they point to, possibly a
    /// key.
    static func disableBacktraces() {
        for number in [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV, SIGQUIT] { signal(number, SIG_DFL) }
    }

    /// Makes writes fail instead of ending the process when a reader closes a pipe or a file exceeds the size
    /// limit.
    static func ignoreFailedWrites() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }
}
