import Foundation
import RepositoryFiles

/// The server of `Tests/Oracles/speke` in a process of its own, ended with this value.
package final class SPEKEServer: @unchecked Sendable {
    /// Its port on 127.0.0.1.
    package let port: Int
    private let process = Process()
    private let input = Pipe()
    private let directory: String

    /// Starts it with `modes` (`good`, `503`, `hang`, ...), one a request.
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
        // Foundation reaps on the thread that started it, and only while that waits; and a child of a thread that blocks
        // signals has them blocked, too.
        kill(process.processIdentifier, SIGKILL)
        var status: Int32 = 0
        unsafe waitpid(process.processIdentifier, &status, 0)
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// What it wrote down: a line for each request, and one for each answer with keys.
    package func log() throws -> [[String: Any]] {
        guard let text = FileManager.default.contents(atPath: directory + "/log") else { return [] }
        return try text.split(separator: UInt8(ascii: "\n")).compactMap {
            try JSONSerialization.jsonObject(with: $0) as? [String: Any]
        }
    }

    /// The requests, in their order.
    package func requests() throws -> [[String: Any]] { try log().filter { $0["path"] != nil } }

    /// The keys that it ever gave: kid, key and vector in lower-case digits.
    package func given() throws -> [[String: String]] {
        try log().compactMap { $0["given"] as? [[String: String]] }.flatMap { $0 }
    }

    /// Where server and certificates are made.
    static let folder = Repository.root.path + "/Tests/Oracles/speke"
}

/// Certificates of `Tests/Oracles/speke/make-certificates`, made once for a run.
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

    /// The path of `name`, such as `authority.pem`.
    package static func path(_ name: String) throws -> String {
        guard let directory else { throw CocoaError(.fileNoSuchFile) }
        return directory + "/" + name
    }
}
