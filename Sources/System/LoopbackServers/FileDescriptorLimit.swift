import Glibc

/// The number of files that a process may have open.
enum FileDescriptorLimit {
    /// The number of files of a server without connections; NIO ends the process if it gets none for its
    /// event loop.
    private static let fewest = 8

    /// Raises the limit of the process for `connections` with one other open file each, as far as the system
    /// permits.
    ///
    /// - Throws: ``LoopbackServerError/cannotListen(_:)`` if too few files are left for the server itself.
    static func allow(connections: Int) throws(LoopbackServerError) {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        let wanted = rlim_t(2 * connections + 128)
        if unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < wanted {
            limit.rlim_cur = min(wanted, limit.rlim_max)
            unsafe setrlimit(resource, &limit)
        }
        var files: [Int32] = []
        defer { for file in files { close(file) } }
        while files.count < fewest {
            let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard file >= 0 else { throw .cannotListen(systemReason(errno)) }
            files.append(file)
        }
    }

    /// Returns the system's message for an error number.
    static func systemReason(_ code: Int32) -> String {
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}
