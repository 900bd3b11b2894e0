import Glibc

/// The limit of open files of the process (`RLIMIT_NOFILE`).
package enum OpenFileLimit {
    /// The number of files reserved for everything else: standard streams, key store, stage.
    private static let reservedCount = 32

    /// The number of files that may be open to read and write media, or 0 if the limit is too low or unknown.
    package static var forMedia: Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        return max(0, Int(clamping: limit.rlim_cur) - reservedCount)
    }
}
