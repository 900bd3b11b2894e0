import Glibc

/// A shell command in a process group of its own, whose standard output we read.
final class ChildProcess {
    /// How a process ended.
    enum Status: Equatable, CustomStringConvertible {
        case exited(Int32)
        case killed(signal: Int32)

        var description: String {
            switch self {
            case .exited(let status): "it ended with status \(status)"
            case .killed(let signal): "signal \(signal) ended it"
            }
        }
    }

    private let identifier: pid_t
    private let output: Int32
    private let start = ContinuousClock.now
    private var isWaitedFor = false

    /// Starts `/bin/sh -c command`.
    init(command: String) throws(KeyStoreError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw Self.failure(errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        switch Self.spawn(command, output: ends[1]) {
        case .success(let identifier): (self.identifier, output) = (identifier, ends[0])
        case .failure(let error):
            close(ends[0])
            throw error
        }
    }

    deinit {
        if !isWaitedFor { kill() }
        close(output)
    }

    /// Reads until the end of the output or the buffer; the number of bytes, nil after `limit` of its life.
    func read(into buffer: inout [UInt8], within limit: Duration) -> Int? {
        var count = 0
        while count < buffer.count {
            var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(&request, 1, milliseconds(leftOf: limit))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return nil }
            let received = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe Glibc.read(output, bytes.baseAddress?.advanced(by: count), bytes.count - count)
            }
            if received < 0, errno == EINTR { continue }
            guard received > 0 else { break }
            count += received
        }
        return count
    }

    /// How the process ended; nil if it did not within `limit` of its life.
    func wait(within limit: Duration) -> Status? {
        while true {
            var status: Int32 = 0
            let ended = unsafe waitpid(identifier, &status, WNOHANG)
            if ended == identifier {
                isWaitedFor = true
                let signal = status & 0x7F
                return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
            }
            guard ended == 0 || errno == EINTR, milliseconds(leftOf: limit) > 0 else { return nil }
            usleep(5_000)
        }
    }

    /// Kills the process and its group.
    func kill() {
        guard !isWaitedFor else { return }
        _ = Glibc.kill(-identifier, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        isWaitedFor = true
    }

    private func milliseconds(leftOf limit: Duration) -> Int32 {
        let left = limit - (ContinuousClock.now - start)
        return Int32(clamping: Int(max(0, left / .milliseconds(1)).rounded(.up)))
    }

    private static func spawn(_ command: String, output: Int32) -> Result<pid_t, KeyStoreError> {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        // A group of its own is killed whole, and no Ctrl-C in the terminal goes to it unasked; signals are as usual in it.
        var defaults = sigset_t()
        unsafe sigfillset(&defaults)
        unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        var identifier: pid_t = 0
        let arguments = unsafe [strdup("sh"), strdup("-c"), strdup(command), nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        let code = unsafe posix_spawn(
            &identifier,
            "/bin/sh",
            &actions,
            &attributes,
            arguments,
            environ
        )
        return code == 0 ? .success(identifier) : .failure(failure(code))
    }

    private static func failure(_ code: Int32) -> KeyStoreError {
        .keyEncryptionKeyCommand(
            reason: unsafe "it cannot be started (\(String(cString: strerror(code))))",
            isTransient: code == EAGAIN || code == ENOMEM || code == EMFILE || code == ENFILE
        )
    }
}
