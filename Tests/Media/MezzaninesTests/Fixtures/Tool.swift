import Foundation

/// Programs of others that make media and tell what is in them.
enum Tool {
    /// A program failed.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a program in a folder and returns what it prints.
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

/// A folder that goes away with its owner.
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
