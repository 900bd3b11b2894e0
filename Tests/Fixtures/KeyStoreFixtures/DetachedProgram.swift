import Glibc

/// Runs programs that may leave a daemon running.
///
/// Foundation's `Process` waits until no process holds a socket that it passes on, and a daemon holds it
/// forever. Programs started here inherit only standard input, and their output goes to /dev/null.
enum DetachedProgram {
    /// Starts a program that `env` finds; its standard input is `input`, or empty.
    private static func start(_ arguments: [String], input: Int32? = nil) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        if let input {
            unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        for descriptor in Int32(1)...2 {
            unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        // Closing a descriptor that is not open does not fail here.
        for descriptor in Int32(3)..<1024 {
            unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        let argv = unsafe (["env", "--chdir=/"] + arguments).map { unsafe strdup($0) }
        defer { unsafe argv.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let status = unsafe posix_spawn(&process, "/usr/bin/env", &actions, nil, argv + [nil], environ)
        guard status == 0 else { throw Command.Failure(status: status) }
        return process
    }

    /// Runs a program and waits for its end.
    ///
    /// No child of this process may end later: no one would reap it, and exit tests of Swift Testing wait in
    /// a busy loop for any child while there is an ended one.
    static func run(_ arguments: [String], input: Int32? = nil) throws {
        let process = try start(arguments, input: input)
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw Command.Failure(status: errno) }
        }
        guard status == 0 else { throw Command.Failure(status: status) }
    }
}
