import ChildProcesses
package import Failures
import ProtectionTerms
import WipedMemory

extension KeyEncryptionKey {
    /// The maximum output of a command, in bytes: enough to recognize output that is longer than a key.
    private static let outputLimit = 128
    /// The exit status by which a command reports a temporary failure (EX_TEMPFAIL of sysexits).
    private static let transientStatus: Int32 = 75

    /// Loads the key that a command prints (`--kek-command`): 64 hexadecimal digits with or without a line
    /// ending, or 32 raw bytes.
    ///
    /// `/bin/sh` runs it with our standard error and environment, and without input. Its output is never
    /// shown.
    ///
    /// - Parameters:
    ///   - command: the command for `/bin/sh -c`.
    ///   - timeout: the time after which the command and its process group are killed.
    /// - Returns: the key.
    /// - Throws: `.keyEncryptionKeyCommand`, transient if the command ended with 75 or took too long.
    package static func load(
        command: String,
        timeout: Duration = .seconds(60)
    ) throws(RunFailure) -> KeyEncryptionKey {
        var output = [UInt8](repeating: 0, count: outputLimit + 1)
        defer { secureErase(&output) }
        let child = try start(command)
        let count = child.read(into: &output, within: timeout)
        guard let count, count <= outputLimit, let status = child.wait(within: timeout) else {
            child.kill()
            let isTooLong = (count ?? 0) > outputLimit
            throw failure(
                isTooLong ? "it printed more than \(outputLimit) bytes" : "it took longer than \(timeout)",
                isTransient: !isTooLong
            )
        }
        guard status == .exited(0) else {
            throw failure("\(status)", isTransient: status == .exited(transientStatus))
        }
        do {
            return try parse(output.span.extracting(..<count), source: CommandOption.kekCommand.rawValue)
        } catch {
            guard error.kind == .malformedKeyEncryptionKey else { throw error }
            throw failure("it printed \(count) bytes", isTransient: false)
        }
    }

    private static func start(_ command: String) throws(RunFailure) -> ChildProcess {
        do throws(ChildProcess.StartFailure) {
            return try ChildProcess(command: command)
        } catch {
            throw failure(error.reason, isTransient: error.isTransient)
        }
    }

    private static func failure(_ reason: String, isTransient: Bool) -> RunFailure {
        .keyEncryptionKeyCommand(reason: reason, isTransient: isTransient)
    }
}
