import Glibc

/// Programs that may leave a daemon behind.
///
/// Foundation's `Process` waits until nobody holds a socket that it hands on, and a daemon holds it for ever; these inherit
/// nothing but standard input, and write nowhere.
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
        // Closing what is not open is no error here.
        for descriptor in Int32(3)..<1024 {
            unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        let words = unsafe (["env", "--chdir=/"] + arguments).map { unsafe strdup($0) }
        defer { unsafe words.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let status = unsafe posix_spawn(&process, "/usr/bin/env", &actions, nil, words + [nil], environ)
        guard status == 0 else { throw Command.Failure(status: status) }
        return process
    }

    /// Runs a program to its end.
    ///
    /// Nothing that ends later may be a child of ours: nobody would reap it, and exit tests of Swift Testing wait for any child
    /// in a circle while there is one that has ended.
    static func run(_ arguments: [String], input: Int32? = nil) throws {
        let process = try start(arguments, input: input)
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw Command.Failure(status: errno) }
        }
        guard status == 0 else { throw Command.Failure(status: status) }
    }
}
