import Glibc

/// A shell command in a process group of its own, whose standard output we read.
package final class ChildProcess {
    /// How a process ended.
    package enum Status: Equatable, CustomStringConvertible {
        case exited(Int32)
        case killed(signal: Int32)

        /// A clause for people.
        package var description: String {
            switch self {
            case .exited(let status): "it ended with status \(status)"
            case .killed(let signal): "signal \(signal) ended it"
            }
        }
    }

    /// Why a process could not be started.
    package struct StartFailure: Error, Equatable {
        /// A clause for people.
        package let reason: String
        /// Whether it is worth trying again.
        package let isTransient: Bool
    }

    /// The most bytes of input: a pipe takes so many without anybody who reads.
    package static let inputLimit = 4096

    private let identifier: pid_t
    private let output: Int32
    private let errors: Int32?
    private let start = ContinuousClock.now
    private let isCancelled: @Sendable () -> Bool
    private var isWaitedFor = false

    /// Starts `/bin/sh -c command` with our environment.
    ///
    /// - Parameters:
    ///   - command: the shell's.
    ///   - input: all of its standard input, at most ``inputLimit`` bytes; without it the input is `/dev/null`. Whoever owns it
    ///     erases it.
    ///   - capturesErrors: whether its standard error is read here, too; otherwise it is ours.
    ///   - isCancelled: asked while the process is waited for; true is as if a limit were reached.
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
        // Pipes close their ends with their lives.
        identifier = try withExtendedLifetime((inputPipe, outputPipe, errorPipe)) { () throws(StartFailure) in
            try Self.spawn(
                command,
                input: inputPipe?.readEnd,
                output: outputPipe.writeEnd,
                errors: errorPipe?.writeEnd
            )
        }
        output = outputPipe.takeReadEnd()
        errors = errorPipe?.takeReadEnd()
    }

    deinit {
        if !isWaitedFor { kill() }
        close(output)
        if let errors { close(errors) }
    }

    /// Reads until the end of the output or the buffer; the number of bytes, nil after `limit` of its life.
    package func read(into buffer: inout [UInt8], within limit: Duration) -> Int? {
        var nothing: [UInt8] = []
        return read(into: &buffer, errors: &nothing, within: limit)?.output
    }

    /// Reads output and captured errors beside each other, until both have ended or the buffer of the output is full.
    ///
    /// - Parameters:
    ///   - buffer: takes the output.
    ///   - errorBuffer: takes the beginning of the errors; the rest is dropped, so that the command does not wait.
    ///   - limit: of its life.
    /// - Returns: how many bytes of each; nil after `limit`.
    package func read(
        into buffer: inout [UInt8],
        errors errorBuffer: inout [UInt8],
        within limit: Duration
    ) -> (output: Int, errors: Int)? {
        var (count, errorCount) = (0, 0)
        var (isOutputOpen, isErrorOpen) = (true, errors != nil)
        var dropped = [UInt8](repeating: 0, count: 512)
        while isOutputOpen && count < buffer.count || isErrorOpen {
            if count == buffer.count { break }
            // A negative descriptor is skipped.
            var requests = [
                pollfd(fd: isOutputOpen ? output : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isErrorOpen ? errors ?? -1 : -1, events: Int16(POLLIN), revents: 0),
            ]
            let left = milliseconds(leftOf: limit)
            let ready = unsafe poll(&requests, 2, min(left, Self.slice))
            if ready < 0, errno == EINTR { continue }
            if ready == 0, left > Self.slice { continue }
            guard ready > 0 else { return nil }
            if requests[0].revents != 0 {
                let received = Self.receive(output, &buffer, at: count)
                count += received
                isOutputOpen = received > 0
            }
            if requests[1].revents != 0 {
                let isFull = errorCount == errorBuffer.count
                let received =
                    isFull
                    ? Self.receive(requests[1].fd, &dropped, at: 0)
                    : Self.receive(requests[1].fd, &errorBuffer, at: errorCount)
                errorCount += isFull ? 0 : received
                isErrorOpen = received > 0
            }
        }
        return (count, errorCount)
    }

    /// The number of bytes that were there; 0 at the end.
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

    /// How the process ended; nil if it did not within `limit` of its life.
    package func wait(within limit: Duration) -> Status? {
        while true {
            var status: Int32 = 0
            let ended = unsafe waitpid(identifier, &status, WNOHANG)
            if ended == identifier {
                isWaitedFor = true
                let signal = status & 0x7F
                return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
            }
            guard ended == 0 || errno == EINTR, milliseconds(leftOf: limit) > 0 else { return nil }
            usleep(5_000)
        }
    }

    /// Kills the process and its group.
    package func kill() {
        guard !isWaitedFor else { return }
        _ = Glibc.kill(-identifier, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        isWaitedFor = true
    }

    /// The longest wait between two looks at a cancellation, in milliseconds.
    private static let slice: Int32 = 100

    private func milliseconds(leftOf limit: Duration) -> Int32 {
        if isCancelled() { return 0 }
        let left = limit - (ContinuousClock.now - start)
        return Int32(clamping: Int(max(0, left / .milliseconds(1)).rounded(.up)))
    }
}
