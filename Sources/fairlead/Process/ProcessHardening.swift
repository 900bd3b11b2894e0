import CLinux
import Glibc

/// What the process does for itself before it holds a key.
enum ProcessHardening {
    /// A core dump would hold keys.
    ///
    /// The limit keeps the kernel from writing one; the flag also keeps it from piping one to a crash
    /// handler, which the limit does not.
    static func disableCoreDumps() {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        _ = fairlead_disable_core_dumps()
    }

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
