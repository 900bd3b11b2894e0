internal import Ciphers
internal import Glibc

extension KeyEncryptionKey {
    /// More than a key in digits takes, less than a pipe holds.
    private static let outputLimit = 128

    /// The exit status with which a command says that it is worth trying again (sysexits, `EX_TEMPFAIL`).
    private static let temporaryFailure: Int32 = 75

    /// The key that `command` prints: 64 hexadecimal digits with or without a line ending, or 32 raw bytes.
    ///
    /// `/bin/sh -c` runs it, with our environment and standard error, and nothing to read. What it prints is shown nowhere.
    ///
    /// - Parameters:
    ///   - command: what the shell runs.
    ///   - limit: how long it may take.
    /// - Throws: `.keyEncryptionKeyCommand`; transient if the command says so with status 75, or takes too long.
    package static func load(
        command: String,
        limit: Duration = .seconds(60)
    ) throws(KeyStoreError) -> KeyEncryptionKey {
        let deadline = ContinuousClock.now + limit
        let process = try ShellProcess(command)
        var output = [UInt8](repeating: 0, count: outputLimit)
        defer { secureErase(&output) }
        let count = try process.read(into: &output, until: deadline)
        guard count < outputLimit else { throw process.end("it printed more than a key", isTransient: false) }
        let status = try process.wait(until: deadline)
        guard status == 0 else {
            throw .keyEncryptionKeyCommand(
                reason: status < 0
                    ? "signal \(-status) ended it" : "it ended with status \(status), expected 0",
                isTransient: status == temporaryFailure
            )
        }
        do {
            return try parse(output.span.extracting(..<count), source: "--kek-command")
        } catch {
            throw .keyEncryptionKeyCommand(reason: "it printed \(count) bytes", isTransient: false)
        }
    }
}

/// A shell command whose output is read; it does not outlive its limit.
private struct ShellProcess: ~Copyable {
    private let id: pid_t
    private let output: Int32

    /// Starts `/bin/sh -c COMMAND`.
    init(_ command: String) throws(KeyStoreError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw Self.failure("no pipe", errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { _ = close(ends[1]) }
        var id: pid_t = 0
        let code = Self.spawn(command, output: ends[1], &id)
        guard code == 0 else {
            _ = close(ends[0])
            throw Self.failure("/bin/sh cannot be started", code)
        }
        self.id = id
        output = ends[0]
    }

    deinit {
        _ = close(output)
    }

    private static func spawn(_ command: String, output: Int32, _ id: inout pid_t) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        // We ignore failed writes; a pipeline of the command counts on being ended by them.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var arguments = unsafe [strdup("sh"), strdup("-c"), strdup(command), nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        return unsafe posix_spawn(&id, "/bin/sh", &actions, &attributes, &arguments, environ)
    }

    /// Reads until the command closes its output, or `bytes` is full; the number of bytes read.
    func read(
        into bytes: inout [UInt8],
        until deadline: ContinuousClock.Instant
    ) throws(KeyStoreError) -> Int {
        var count = 0
        while count < bytes.count {
            var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(&descriptor, 1, Self.milliseconds(until: deadline))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { throw end("it took too long") }
            let received = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(output, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            }
            if received < 0, errno == EINTR { continue }
            guard received >= 0 else { throw end("its output cannot be read") }
            guard received > 0 else { break }
            count += received
        }
        return count
    }

    /// The exit status; of a command that a signal ended, the signal's number below zero.
    func wait(until deadline: ContinuousClock.Instant) throws(KeyStoreError) -> Int32 {
        var status: Int32 = 0
        while true {
            let ended = unsafe waitpid(id, &status, WNOHANG)
            if ended == id { break }
            if ended < 0, errno != EINTR { throw Self.failure("it cannot be waited for", errno) }
            guard ContinuousClock.now < deadline else { throw end("it took too long") }
            usleep(2000)
        }
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : -signal
    }

    /// Ends the command; the error to throw.
    func end(_ reason: String, isTransient: Bool = true) -> KeyStoreError {
        _ = kill(id, SIGKILL)
        var status: Int32 = 0
        _ = unsafe waitpid(id, &status, 0)
        return .keyEncryptionKeyCommand(reason: reason, isTransient: isTransient)
    }

    private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
        let left = ContinuousClock.now.duration(to: deadline).components
        return Int32(clamping: max(0, left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000))
    }

    private static func failure(_ what: String, _ code: Int32) -> KeyStoreError {
        .keyEncryptionKeyCommand(
            reason: unsafe "\(what): \(String(cString: strerror(code)))",
            isTransient: true
        )
    }
}
