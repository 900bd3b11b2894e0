import CLinux
import Glibc

extension ChildProcess {
    /// The two ends of a pipe, which no other child process inherits.
    ///
    /// Both ends are closed with the object, except a read end that was taken.
    final class Pipe {
        private(set) var readEnd: Int32
        let writeEnd: Int32

        init() throws(StartFailure) {
            var ends: [Int32] = [-1, -1]
            // Sets the close-on-exec flag in the same call, because another thread may start a child between
            // two calls.
            guard unsafe fairlead_closing_pipe(&ends) == 0 else { throw StartFailure(code: errno) }
            (readEnd, writeEnd) = (ends[0], ends[1])
        }

        /// Creates a pipe that already contains all of `input`.
        ///
        /// The write cannot fail for lack of a reader, because this process still holds the read end.
        convenience init(holding input: [UInt8]) throws(StartFailure) {
            try self.init()
            guard input.count <= inputLimit else {
                throw StartFailure(
                    reason: "its input is too long (\(input.count) bytes, expected at most \(inputLimit))",
                    isTransient: false
                )
            }
            guard unsafe input.isEmpty || write(writeEnd, input, input.count) == input.count else {
                throw StartFailure(code: errno)
            }
        }

        deinit {
            if readEnd >= 0 { close(readEnd) }
            close(writeEnd)
        }

        /// Returns the read end, which the caller has to close.
        func takeReadEnd() -> Int32 {
            defer { readEnd = -1 }
            return readEnd
        }
    }

    /// Starts the shell and returns its process id; the caller keeps ownership of the descriptors.
    static func spawn(
        _ command: String,
        input: Int32?,
        output: Int32,
        errors: Int32?
    ) throws(StartFailure) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        if let input {
            unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        if let errors { unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2) }
        // A process group of its own can be killed as a whole, and Ctrl-C in the terminal does not reach it.
        // Signal handlers and the signal mask are the defaults.
        var defaults = sigset_t()
        unsafe sigfillset(&defaults)
        unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
        var emptyMask = sigset_t()
        unsafe sigemptyset(&emptyMask)
        unsafe posix_spawnattr_setsigmask(&attributes, &emptyMask)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        var processID: pid_t = 0
        let arguments = unsafe [strdup("sh"), strdup("-c"), strdup(command), nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        let code = unsafe posix_spawn(
            &processID,
            "/bin/sh",
            &actions,
            &attributes,
            arguments,
            environ
        )
        guard code == 0 else { throw StartFailure(code: code) }
        return processID
    }
}

extension ChildProcess.StartFailure {
    /// Creates the failure for an error number of the system.
    init(code: Int32) {
        self.init(
            reason: unsafe "it cannot be started (\(String(cString: strerror(code))))",
            isTransient: code == EAGAIN || code == ENOMEM || code == EMFILE || code == ENFILE
        )
    }
}
