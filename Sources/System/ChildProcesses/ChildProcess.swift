import Glibc

/// A shell command that runs in its own process group, and whose standard output is read here.
package final class ChildProcess {
    /// The way in which a process ended.
    package enum Status: Equatable, CustomStringConvertible {
        case exited(Int32)
        case killed(signal: Int32)

        /// A clause with the subject "it", for error messages, such as `it ended with status 1`.
        package var description: String {
            switch self {
            case .exited(let status): "it ended with status \(status)"
            case .killed(let signal): "signal \(signal) ended it"
            }
        }
    }

    /// The reason why a process could not be started.
    package struct StartFailure: Error, Equatable {
        /// A clause with the subject "it", for error messages, with the system's description of the error.
        package let reason: String
        /// Indicates whether another attempt may succeed.
        package let isTransient: Bool
    }

    /// The maximum length of the input in bytes, which a pipe holds without a reader.
    static let inputLimit = 4096

    private let processID: pid_t
    private let outputDescriptor: Int32
    private let errorDescriptor: Int32?
    private let start = ContinuousClock.now
    private let isCancelled: @Sendable () -> Bool
    private var isWaitedFor = false

    /// Starts `/bin/sh -c command` with the environment of this process.
    ///
    /// - Parameters:
    ///   - command: the shell command.
    ///   - input: the complete standard input, at most ``inputLimit`` bytes, or nil for `/dev/null`. The
    ///     caller erases it.
    ///   - capturesErrors: true if standard error is read here, too; otherwise it is that of this process.
    ///   - isCancelled: called while the process is waited for; true has the effect of a time limit.
    /// - Throws: ``StartFailure``.
    package init(
        command: String,
        input: [UInt8]? = nil,
        capturesErrors: Bool = false,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(StartFailure) {
        self.isCancelled = isCancelled
        let outputPipe = try Pipe()
        let errorPipe = capturesErrors ? try Pipe() : nil
        let inputPipe = try input.map { (input) throws(StartFailure) in try Pipe(holding: input) }
        // The pipes close their ends when they are released.
        processID = try withExtendedLifetime((inputPipe, outputPipe, errorPipe)) { () throws(StartFailure) in
            try Self.spawn(
                command,
                input: inputPipe?.readEnd,
                output: outputPipe.writeEnd,
                errors: errorPipe?.writeEnd
            )
        }
        outputDescriptor = outputPipe.takeReadEnd()
        errorDescriptor = errorPipe?.takeReadEnd()
    }

    deinit {
        if !isWaitedFor { kill() }
        close(outputDescriptor)
        if let errorDescriptor { close(errorDescriptor) }
    }

    /// Reads until the output ends or the buffer is full.
    ///
    /// - Parameters:
    ///   - buffer: receives the output.
    ///   - limit: the time since the start of the process after which reading stops.
    /// - Returns: the number of bytes read, or nil after `limit`.
    package func read(into buffer: inout [UInt8], within limit: Duration) -> Int? {
        var emptyErrorBuffer: [UInt8] = []
        return read(into: &buffer, errors: &emptyErrorBuffer, within: limit)?.output
    }

    /// Reads the output and the captured errors concurrently, until both have ended or the output buffer is
    /// full.
    ///
    /// - Parameters:
    ///   - buffer: receives the output.
    ///   - errorBuffer: receives the beginning of the errors; the rest is discarded, so that the command does
    ///     not block.
    ///   - limit: the time since the start of the process after which reading stops.
    /// - Returns: the numbers of bytes read, or nil after `limit`.
    package func read(
        into buffer: inout [UInt8],
        errors errorBuffer: inout [UInt8],
        within limit: Duration
    ) -> (output: Int, errors: Int)? {
        var (count, errorCount) = (0, 0)
        var (isOutputOpen, isErrorOpen) = (true, errorDescriptor != nil)
        var discardBuffer = [UInt8](repeating: 0, count: 512)
        while isOutputOpen && count < buffer.count || isErrorOpen {
            if count == buffer.count { break }
            // poll(2) ignores negative descriptors.
            var requests = [
                pollfd(fd: isOutputOpen ? outputDescriptor : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isErrorOpen ? errorDescriptor ?? -1 : -1, events: Int16(POLLIN), revents: 0),
            ]
            let millisecondsLeft = milliseconds(leftOf: limit)
            let readyCount = unsafe poll(&requests, 2, min(millisecondsLeft, Self.pollInterval))
            if readyCount < 0, errno == EINTR { continue }
            if readyCount == 0, millisecondsLeft > Self.pollInterval { continue }
            guard readyCount > 0 else { return nil }
            if requests[0].revents != 0 {
                let received = Self.receive(outputDescriptor, &buffer, at: count)
                count += received
                isOutputOpen = received > 0
            }
            if requests[1].revents != 0 {
                let isFull = errorCount == errorBuffer.count
                let received =
                    isFull
                    ? Self.receive(requests[1].fd, &discardBuffer, at: 0)
                    : Self.receive(requests[1].fd, &errorBuffer, at: errorCount)
                errorCount += isFull ? 0 : received
                isErrorOpen = received > 0
            }
        }
        return (count, errorCount)
    }

    /// Returns the number of bytes read, or 0 at the end.
    private static func receive(_ descriptor: Int32, _ buffer: inout [UInt8], at offset: Int) -> Int {
        while true {
            let received = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe Glibc.read(
                    descriptor,
                    bytes.baseAddress?.advanced(by: offset),
                    bytes.count - offset
                )
            }
            if received < 0, errno == EINTR { continue }
            return max(0, received)
        }
    }

    /// Waits for the end of the process.
    ///
    /// - Parameter limit: the time since the start of the process after which waiting stops.
    /// - Returns: the way in which the process ended, or nil after `limit`.
    package func wait(within limit: Duration) -> Status? {
        while true {
            var status: Int32 = 0
            let waitResult = unsafe waitpid(processID, &status, WNOHANG)
            if waitResult == processID {
                isWaitedFor = true
                let signal = status & 0x7F
                return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
            }
            guard waitResult == 0 || errno == EINTR, milliseconds(leftOf: limit) > 0 else { return nil }
            usleep(5_000)
        }
    }

    /// Kills the process and its group.
    package func kill() {
        guard !isWaitedFor else { return }
        _ = Glibc.kill(-processID, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(processID, &status, 0) < 0, errno == EINTR {}
        isWaitedFor = true
    }

    /// The longest time between two checks for cancellation, in milliseconds.
    private static let pollInterval: Int32 = 100

    private func milliseconds(leftOf limit: Duration) -> Int32 {
        if isCancelled() { return 0 }
        let timeLeft = limit - (ContinuousClock.now - start)
        return Int32(clamping: Int(max(0, timeLeft / .milliseconds(1)).rounded(.up)))
    }
}
