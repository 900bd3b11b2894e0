import Foundation
import RepositoryFiles

/// A SPEKE server, `Tests/Oracles/speke/speke_server.py`, in its own process until this object is released.
package final class SPEKEServer: @unchecked Sendable {
    /// The port on 127.0.0.1.
    package let port: Int
    private let process = Process()
    private let input = Pipe()
    private let directory: String

    /// Starts the server with `modes` (`good`, `503`, `hang`, ...), one for each request; the last one
    /// repeats.
    package init(_ modes: String..., arguments: [String] = []) throws {
        directory = FileManager.default.temporaryDirectory.path + "/speke-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments =
            ["-B", Self.folder + "/speke_server.py", "--log", directory + "/log"]
            + ["--modes", modes.isEmpty ? "good" : modes.joined(separator: ",")] + arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = ""
        while !line.hasSuffix("\n"), let byte = try output.fileHandleForReading.read(upToCount: 1),
            !byte.isEmpty
        {
            line += String(decoding: byte, as: UTF8.self)
        }
        guard let port = Int(line.dropLast()) else { throw CocoaError(.fileReadUnknown) }
        self.port = port
    }

    deinit {
        // Foundation reaps a child only on the thread that started it, and only while that thread waits. A
        // child inherits the signals that the thread blocks, so only SIGKILL is sure to end it.
        kill(process.processIdentifier, SIGKILL)
        var status: Int32 = 0
        unsafe waitpid(process.processIdentifier, &status, 0)
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Returns the server's log: an object for each request, and one for each answer with keys.
    package func log() throws -> [[String: Any]] {
        guard let text = FileManager.default.contents(atPath: directory + "/log") else { return [] }
        return try text.split(separator: UInt8(ascii: "\n")).compactMap {
            try JSONSerialization.jsonObject(with: $0) as? [String: Any]
        }
    }

    /// Returns the requests in the log, in order.
    package func requests() throws -> [[String: Any]] { try log().filter { $0["path"] != nil } }

    /// Returns all keys that the server gave: kid, key and IV in lower-case hexadecimal digits.
    package func givenKeys() throws -> [[String: String]] {
        try log().compactMap { $0["given"] as? [[String: String]] }.flatMap { $0 }
    }

    /// The folder of the server and of `make-certificates`.
    static let folder = Repository.root.path + "/Tests/Oracles/speke"
}

/// Certificates of `Tests/Oracles/speke/make-certificates`, generated once per test process.
package enum TestCertificates {
    private static let directory: String? = {
        let directory =
            FileManager.default.temporaryDirectory.path + "/speke-certificates-\(UUID().uuidString)"
        let process = Process()
        process.executableURL = URL(filePath: SPEKEServer.folder + "/make-certificates")
        process.arguments = [directory]
        try? process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? directory : nil
    }()

    /// Returns the path of the file `name`, such as `authority.pem`.
    package static func path(_ name: String) throws -> String {
        guard let directory else { throw CocoaError(.fileNoSuchFile) }
        return directory + "/" + name
    }
}
