import ChildProcesses
package import Ciphers
import TextFormats
import WipedMemory

/// The function D of an integrator, as a shell command.
///
/// `/bin/sh` runs it with our environment. It reads two lines from its standard input, R2 (42 hexadecimal digits) and the application
/// secret key (32), and prints the device key: 32 hexadecimal digits with or without a line ending, or 16 bytes. What it prints is
/// never shown.
package struct CommandDeviceKeyFunction: DeviceKeyFunction {
    /// The most that it may print, in bytes; enough to tell a key from anything longer.
    private static let outputLimit = 128
    /// So much is read of its standard error.
    private static let errorLimit = 4096

    private let command: String
    private let limit: Duration
    private let isCancelled: @Sendable () -> Bool

    /// A function by its command.
    ///
    /// - Parameters:
    ///   - command: for `/bin/sh -c`.
    ///   - limit: after this time the command and all that it started in its process group are killed.
    ///   - isCancelled: when it gets true, they are killed, too.
    package init(
        command: String,
        limit: Duration = .seconds(60),
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.command = command
        self.limit = limit
        self.isCancelled = isCancelled
    }

    /// Always false: who names a command vouches for it.
    package var isStandIn: Bool { false }

    /// The key that the command prints.
    ///
    /// - Throws: `.command` if it cannot be started, takes too long, ends with a status other than 0, or prints anything else.
    package func deviceKey(
        r2: [UInt8],
        applicationSecret: ApplicationSecretKey
    ) throws(DeviceKeyError) -> ContentKey {
        try Self.check(r2)
        var input: [UInt8] = []
        // Room for all, because an array of secret bytes that grows leaves a copy behind.
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
            throw .command(reason: "it printed \(CountText.text(count, "byte")) that are no key", errors: "")
        }
        return key
    }

    private var lateness: String { isCancelled() ? "it was interrupted" : "it took longer than \(limit)" }

    /// The number of bytes that the command printed.
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
        guard let counts = child.read(into: &output, errors: &errors, within: limit) else {
            child.kill()
            throw .command(reason: lateness, errors: "")
        }
        let text = RedactedText.text(
            of: errors.prefix(counts.errors),
            isCut: counts.errors == Self.errorLimit
        )
        guard counts.output <= Self.outputLimit else {
            child.kill()
            throw .command(reason: "it printed more than \(Self.outputLimit) bytes", errors: text)
        }
        guard let status = child.wait(within: limit) else {
            child.kill()
            throw .command(reason: lateness, errors: text)
        }
        guard status == .exited(0) else { throw .command(reason: "\(status)", errors: text) }
        return counts.output
    }
}
