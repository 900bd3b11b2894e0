import Foundation
import Testing

/// A directory in which `openssl` generates keys and certificates.
final class OpenSSLWorkspace: Sendable {
    let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "ciphers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    /// Runs `openssl` in the directory, without a terminal, and returns its standard output.
    @discardableResult
    func openssl(_ arguments: String...) throws -> [UInt8] {
        try openssl(arguments)
    }

    /// Runs `openssl` in the directory, without a terminal, and returns its standard output.
    func openssl(_ arguments: [String]) throws -> [UInt8] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.currentDirectoryURL = directory
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "openssl \(arguments.joined(separator: " "))")
        return Array(bytes)
    }

    func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: directory.appending(path: name))
    }

    func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: directory.appending(path: name)))
    }

    /// Generates `NAME.key` and the self-signed `NAME.pem`.
    func makeCertificate(_ name: String, key: String = "rsa:2048", digest: String = "-sha256") throws {
        try openssl(
            "req",
            "-x509",
            "-newkey",
            key,
            "-nodes",
            "-keyout",
            name + ".key",
            "-out",
            name + ".pem",
            digest,
            "-subj",
            "/CN=" + name,
            "-days",
            "30"
        )
    }
}
