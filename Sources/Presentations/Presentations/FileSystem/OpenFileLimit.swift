import Glibc

/// How many files the process may have open (`RLIMIT_NOFILE`).
package enum OpenFileLimit {
    /// What else a run has open: streams, the key store, the stage.
    private static let others = 32

    /// The files that media may take of the limit; 0 where it is so low that nothing is left.
    package static var forMedia: Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        return max(0, Int(clamping: limit.rlim_cur) - others)
    }
}
