import Foundation
import Glibc
import Testing

/// The exit status and the output of a program that has ended.
struct Outcome: Sendable, CustomTestStringConvertible {
    /// The exit status, or the negative number of the signal that ended the process.
    let status: Int32
    let output: Data
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
    var testDescription: String { "status \(status), output \(text.suffix(2000)), errors \(errors)" }
}

/// A program that runs beside the test.
final class ChildProcess {
    struct TookTooLong: Error {
        let path: String
        let arguments: [String]
    }

    private let process = Process()
    private let ended = DispatchSemaphore(value: 0)
    private let folder: URL

    /// Starts a program; its output goes to files, so that a full pipe never stops it.
    init(
        _ path: String,
        _ arguments: [String],
        environment: [String: String] = ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"],
        input: Data = Data(),
        in workingFolder: String? = nil
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "child-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["out", "err"] { try Data().write(to: folder.appending(path: name)) }
        try input.write(to: folder.appending(path: "in"))
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = environment
        if let workingFolder { process.currentDirectoryURL = URL(filePath: workingFolder) }
        let streams = [
            try FileHandle(forReadingFrom: folder.appending(path: "in")),
            try FileHandle(forWritingTo: folder.appending(path: "out")),
            try FileHandle(forWritingTo: folder.appending(path: "err")),
        ]
        process.standardInput = streams[0]
        process.standardOutput = streams[1]
        process.standardError = streams[2]
        process.terminationHandler = { [ended] _ in ended.signal() }
        // Foundation keeps ended processes with their streams, and a thousand of them are too many.
        defer { for stream in streams { try? stream.close() } }
        try process.run()
    }

    deinit {
        if process.isRunning { _ = kill(process.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(at: folder)
    }

    var isRunning: Bool { process.isRunning }

    /// Indicates whether the process has a file of this name open now.
    func hasOpened(_ name: String) -> Bool {
        let folder = "/proc/\(process.processIdentifier)/fd"
        return (try? FileManager.default.contentsOfDirectory(atPath: folder))?.contains { descriptor in
            let file = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + descriptor)
            return file?.hasSuffix("/" + name) == true
        } ?? false
    }

    func send(_ signal: Int32) {
        _ = kill(process.processIdentifier, signal)
    }

    /// Waits for the end, or kills the process and throws if it takes longer than `seconds`.
    func wait(seconds: Double = 60) throws -> Outcome {
        guard ended.wait(timeout: .now() + seconds) == .success else {
            send(SIGKILL)
            throw TookTooLong(path: process.executableURL?.path ?? "", arguments: process.arguments ?? [])
        }
        let isSignal = process.terminationReason == .uncaughtSignal
        return Outcome(
            status: isSignal ? -process.terminationStatus : process.terminationStatus,
            output: try Data(contentsOf: folder.appending(path: "out")),
            errors: String(decoding: try Data(contentsOf: folder.appending(path: "err")), as: UTF8.self)
        )
    }

    /// Runs a system program to its end.
    static func run(_ tool: String, _ arguments: String...) throws -> Outcome {
        try ChildProcess(TestPaths.tool(tool), arguments).wait()
    }
}
