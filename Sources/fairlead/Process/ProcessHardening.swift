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
