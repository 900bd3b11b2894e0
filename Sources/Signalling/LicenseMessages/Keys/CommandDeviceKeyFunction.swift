import ChildProcesses
package import Ciphers
import TextFormats
import WipedMemory

/// An integrator's implementation of the function D, run as a shell command.
///
/// `/bin/sh` runs the command with our environment. The command reads two lines from standard input: R2 (42
/// hexadecimal digits) and the application secret key (32 digits). It prints the device key, as 32
/// hexadecimal digits with or without a line ending, or as 16 bytes. Messages never show its output.
package struct CommandDeviceKeyFunction: DeviceKeyFunction {
    /// The most output that is read, in bytes; enough to recognize output that is too long for a key.
    private static let outputLimit = 128
    /// The most standard error that is read, in bytes.
    private static let errorLimit = 4096

    private let command: String
    private let timeout: Duration
    private let isCancelled: @Sendable () -> Bool

    /// Creates a function that runs a command.
    ///
    /// - Parameters:
    ///   - command: the argument of `/bin/sh -c`.
    ///   - timeout: the time after which the command and all processes in its process group are killed.
    ///   - isCancelled: returns true once the run is cancelled; then they are killed, too.
    package init(
        command: String,
        timeout: Duration = .seconds(60),
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.command = command
        self.timeout = timeout
        self.isCancelled = isCancelled
    }

    /// Always false: the user vouches that the command is Apple's function.
    package var isStandIn: Bool { false }

    /// Runs the command and reads the key that it prints.
    ///
    /// - Throws: `.command` if it cannot start, takes too long, exits with a status other than 0, or prints
    ///   anything else.
    package func deviceKey(
        r2: [UInt8],
        applicationSecret: ApplicationSecretKey
    ) throws(DeviceKeyError) -> ContentKey {
        try Self.check(r2)
        var input: [UInt8] = []
        // Reserves room for all bytes: an array of secret bytes that grows leaves a copy in freed memory.
        input.reserveCapacity(2 * (ServerPlaybackContext.r2ByteCount + ApplicationSecretKey.byteCount) + 2)
        defer { secureErase(&input) }
        Hexadecimal.append(r2.span, to: &input)
        input.append(UInt8(ascii: "\n"))
        applicationSecret.key.withSpan { Hexadecimal.append($0, to: &input) }
        input.append(UInt8(ascii: "\n"))
        var output = [UInt8](repeating: 0, count: Self.outputLimit + 1)
        defer { secureErase(&output) }
        let count = try run(input, output: &output)
        guard let key = ContentKey(readingKeyOf16Bytes: output.span.extracting(..<count)) else {
            throw .command(
                reason: "it printed \(CountText.text(count, "byte")) that are not a key",
                errors: ""
            )
        }
        return key
    }

    private var timeoutReason: String {
        isCancelled() ? "it was interrupted" : "it took longer than \(timeout)"
    }

    /// Runs the command and returns the number of bytes that it printed.
    private func run(_ input: [UInt8], output: inout [UInt8]) throws(DeviceKeyError) -> Int {
        var errors = [UInt8](repeating: 0, count: Self.errorLimit)
        defer { secureErase(&errors) }
        let child: ChildProcess
        do throws(ChildProcess.StartFailure) {
            child = try ChildProcess(
                command: command,
                input: input,
                capturesErrors: true,
                isCancelled: isCancelled
            )
        } catch {
            throw .command(reason: error.reason, errors: "")
        }
        guard let counts = child.read(into: &output, errors: &errors, within: timeout) else {
            child.kill()
            throw .command(reason: timeoutReason, errors: "")
        }
        let text = TextRedactor.redact(
            errors.prefix(counts.errors),
            isCut: counts.errors == Self.errorLimit
        )
        guard counts.output <= Self.outputLimit else {
            child.kill()
            throw .command(reason: "it printed more than \(Self.outputLimit) bytes", errors: text)
        }
        guard let status = child.wait(within: timeout) else {
            child.kill()
            throw .command(reason: timeoutReason, errors: text)
        }
        guard status == .exited(0) else { throw .command(reason: "\(status)", errors: text) }
        return counts.output
    }
}
