import Glibc

/// What the process does for itself before it holds a key; core dumps are forbidden before that (`CCoreDumps`).
enum ProcessHardening {
    /// As many open files as the system allows: segments are encrypted side by side, titles of a batch too.
    ///
    /// The lower limit that shells give is for programs that use `select`.
    static func raiseOpenFileLimit() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard unsafe getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = unsafe setrlimit(resource, &limit)
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
