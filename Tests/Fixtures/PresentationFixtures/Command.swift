import Foundation
import Testing

/// Runs other programs, whose results are independent of the code under test.
package enum Command {
    /// Returns the standard output of a program that reads `input`; expects exit status 0.
    package static func run(_ name: String, _ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
        let directory = try TemporaryDirectory()
        let inputFile = try directory.write(input, to: "input")
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardInput = try FileHandle(forReadingFrom: URL(filePath: inputFile))
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(name) \(arguments.first ?? "")")
        return Array(bytes)
    }

    /// Decrypts with `openssl enc -d -aes-128-cbc`, which checks and removes the padding.
    package static func decrypt(_ ciphertext: [UInt8], key: String, iv: String) throws -> [UInt8] {
        try run("openssl", ["enc", "-d", "-aes-128-cbc", "-K", key, "-iv", iv], input: ciphertext)
    }
}
