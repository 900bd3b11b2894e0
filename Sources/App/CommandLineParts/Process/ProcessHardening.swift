import Glibc
import KeyStore

/// What the process does for itself before it holds a key; core dumps are forbidden before that (`CCoreDumps`).
enum ProcessHardening {
    /// What one run without other threads has open at once: a key store and its journal, a stage, inputs and outputs.
    private static let fewestOpenFiles = 24

    /// As many open files as the system allows: segments are encrypted side by side, titles of a batch too.
    ///
    /// The lower limit that shells give is for programs that use `select`.
    ///
    /// - Throws: `CommandFailure` where these are so few that a run would fail in its midst.
    static func raiseOpenFileLimit() throws {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard unsafe getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = unsafe setrlimit(resource, &limit)
        guard limit.rlim_max >= fewestOpenFiles else {
            throw CommandFailure(
                .unavailable,
                "this run: \(ResourceShortage.openFiles.what) (limit \(limit.rlim_max), expected at least \(fewestOpenFiles)). "
                    + ResourceShortage.openFiles.advice
            )
        }
    }

    /// Swift's crash handler prints registers and the memory that they point to, which may be a key.
    static func disableBacktraces() {
        for number in [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV, SIGQUIT] { signal(number, SIG_DFL) }
    }

    /// A reader that goes away, or a limit on the size of files, must not end the process in mid-run: the write fails
    /// instead.
    static func ignoreFailedWrites() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }
}
