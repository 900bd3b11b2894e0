import Foundation
import Testing

/// The `openssl` program as an independent reference.
enum OpenSSLCommand {
    /// Returns the output of `openssl ARGUMENTS` for `input`.
    static func run(_ arguments: [String], input: [UInt8]) throws -> [UInt8] {
        let directory = FileManager.default.temporaryDirectory.appending(path: "ciphers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let inputFile = directory.appending(path: "input")
        try Data(input).write(to: inputFile)
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["openssl"] + arguments.prefix(1) + ["-in", inputFile.path] + arguments.dropFirst()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return Array(bytes)
    }
}
