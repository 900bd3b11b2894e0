import CommandLineParts
import Glibc
import KeyStore
import Presentations

/// The program `fairlead-rehearse`, which stands in the folder of this one.
enum RehearsalProgram {
    /// Becomes that program where the command line names it, so that exit status, signals, input and terminal are its own.
    ///
    /// To be called before anything else: the program needs the key-encryption key that the environment may hold, and would inherit
    /// what this one ignores. Words are passed on as the system gave them. The process ends where the program cannot be run.
    static func startIfNamed() {
        guard let command = command() else { return }
        var words = unsafe words()
        guard let path = path() else { end(after: errno, "/proc/self/exe") }
        let code = unsafe path.withUnsafeBufferPointer { path in
            guard let start = path.baseAddress else { return EFAULT }
            // The program is told by its own name which command it is.
            let name =
                unsafe command == ServeName.command ? strdup(command) : UnsafeMutablePointer(mutating: start)
            unsafe words.insert(name, at: 0)
            _ = unsafe execv(start, &words)
            return errno
        }
        end(after: code, String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    /// The command of that program that is named; nil where another one is.
    private static func command() -> String? {
        let place = has("help", at: 1) ? 2 : 1
        return [RehearsalName.command, ServeName.command].first { has($0, at: place) }
    }

    /// The words behind the command, with the null at their end.
    private static func words() -> [UnsafeMutablePointer<CChar>?] {
        if has("help", at: 1) { return unsafe [strdup("--help"), nil] }
        return unsafe (2...Int(CommandLine.argc)).map { unsafe CommandLine.unsafeArgv[$0] }
    }

    private static func has(_ word: String, at index: Int) -> Bool {
        guard index < CommandLine.argc, let found = unsafe CommandLine.unsafeArgv[index] else { return false }
        return unsafe strcmp(found, word) == 0
    }

    /// Where it has to be, with the null at its end: beside the file of this program, whatever link that was started by.
    private static func path() -> [CChar]? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &path, path.count)
        guard count > 0, let slash = path[..<count].lastIndex(of: CChar(bitPattern: UInt8(ascii: "/"))) else {
            return nil
        }
        return path[...slash] + Array(RehearsalName.program.utf8CString)
    }

    private static func end(after code: CInt, _ path: String) -> Never {
        let (reason, shortage) = (unsafe String(cString: strerror(code)), ResourceShortage(code: code))
        let failure = CommandFailure(
            shortage == nil ? .missing : .unavailable,
            "\(path): the program of `\(RehearsalName.command)` cannot be run (\(reason)). "
                + (shortage?.advice
                    ?? "Install both programs, fairlead and \(RehearsalName.program), into one folder.")
        )
        Diagnostics.shared.configure(askedForIn: CommandLine.arguments)
        Diagnostics.shared.error(failure.message)
        exit(ExitStatus.code(of: failure.failureClass))
    }
}
