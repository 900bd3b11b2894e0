import CommandLineParts
import Failures
import Glibc

/// The program `fairlead-rehearse`, which is in the same folder as this program.
enum RehearsalProgram {
    /// Replaces this process by that program if the command line names it, so that the program has the exit
    /// status, signals, input and terminal.
    ///
    /// It must be called before anything else: the program needs the key-encryption key in the environment,
    /// and would inherit ignored signals. Arguments are passed as the system gave them. The process ends if
    /// the program cannot be run.
    static func execIfNamed() {
        guard let command = command() else { return }
        var arguments = unsafe argumentsAfterCommand()
        guard let path = path() else { end(after: errno, "/proc/self/exe") }
        let code = unsafe path.withUnsafeBufferPointer { path in
            guard let start = path.baseAddress else { return EFAULT }
            // The program's own name tells it which command to run.
            let name =
                unsafe command == ServeName.command ? strdup(command) : UnsafeMutablePointer(mutating: start)
            unsafe arguments.insert(name, at: 0)
            _ = unsafe execv(start, &arguments)
            return errno
        }
        end(after: code, String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    /// Returns the command of that program that the arguments name, or nil if they name another.
    private static func command() -> String? {
        let commandIndex = has("help", at: 1) ? 2 : 1
        return [RehearsalName.command, ServeName.command].first { has($0, at: commandIndex) }
    }

    /// Returns the arguments after the command, with a terminating null pointer.
    private static func argumentsAfterCommand() -> [UnsafeMutablePointer<CChar>?] {
        if has("help", at: 1) { return unsafe [strdup("--help"), nil] }
        return unsafe (2...Int(CommandLine.argc)).map { unsafe CommandLine.unsafeArgv[$0] }
    }

    private static func has(_ word: String, at index: Int) -> Bool {
        guard index < CommandLine.argc, let found = unsafe CommandLine.unsafeArgv[index] else { return false }
        return unsafe strcmp(found, word) == 0
    }

    /// Returns the zero-terminated path of the program, beside the file of this program even if a link
    /// started it, or nil.
    private static func path() -> [CChar]? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &path, path.count)
        guard count > 0, let slash = path[..<count].lastIndex(of: CChar(bitPattern: UInt8(ascii: "/"))) else {
            return nil
        }
        return path[...slash] + Array(RehearsalName.program.utf8CString)
    }

    private static func end(after code: CInt, _ path: String) -> Never {
        let failure = RunFailure.system(
            code,
            .missing,
            at: path,
            "the program of `\(RehearsalName.command)` cannot be run",
            found: unsafe String(cString: strerror(code)),
            remedy: "Install both programs, fairlead and \(RehearsalName.program), into one folder."
        )
        Diagnostics.shared.configure(askedForIn: CommandLine.arguments)
        Diagnostics.shared.error(failure.message)
        exit(failure.failureClass.exitStatus)
    }
}
