import Foundation

/// External programs that generate or analyze media.
enum Tool {
    /// The failure of a program.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a program in a folder and returns its output.
    @discardableResult
    static func run(_ name: String, _ arguments: [String], in folder: URL) throws -> Data {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        try process.run()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(name) \(arguments) ended with \(process.terminationStatus)")
        }
        return printed
    }
}

/// A temporary folder that is deleted together with this object.
final class ScratchFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "mezzanines-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: url.appending(path: name)))
    }
}
