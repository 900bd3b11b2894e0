import Ciphers
import Failures
import Foundation
import KeyStore
import Testing
import WipedMemory

@testable import KeyRecordFormats

/// Files encrypted as a whole, which both `openssl cms` and an import can open.
final class EncryptedExportTests {
    private let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        for name in ["one", "two", "other"] {
            try openssl(
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=\(name)",
                "-keyout",
                "\(name).key",
                "-out",
                "\(name).pem"
            )
        }
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// Runs `openssl` in the directory, and returns its output.
    @discardableResult
    private func openssl(_ arguments: String...) throws -> Data {
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
        return bytes
    }

    private func settings(_ names: String...) throws -> ExportSettings {
        var settings = ExportSettings()
        settings.recipients = try names.map { name in
            try Certificate(reading: Array(Data(contentsOf: directory.appending(path: name + ".pem"))))
        }
        return settings
    }

    private func privateKey(_ name: String) throws -> PrivateKey {
        let bytes = Array(try Data(contentsOf: directory.appending(path: name + ".key")))
        return try PrivateKey(reading: SecretBytes(copying: bytes))
    }

    private final class Pieces {
        var bytes: [UInt8] = []
    }

    /// Returns the output of `keys export`.
    private func file(_ keys: [ExportableKey], _ settings: ExportSettings) throws -> [UInt8] {
        let pieces = Pieces()
        var export = try KeyExport(#require(ExportFormats.named("expressplay-token")), settings) {
            (piece) throws(RunFailure) in
            for index in piece.indices { pieces.bytes.append(piece[index]) }
        }
        for key in keys { _ = try export.append(key) }
        try export.finish()
        return pieces.bytes
    }

    /// Returns `count` keys, enough for more than one piece.
    private func keys(_ count: Int) throws -> [ExportableKey] {
        try (0..<count).map { number in
            let id = UUID()
            return try SampleKeys.key(
                title: "movie-\(number)",
                id: id,
                signalling: [
                    SampleKeys.fairPlay(id, uri: "skd://\(number)", ids: [("id-\(number)", "host")])
                ],
                terms: nil
            )
        }
    }

    private func read(_ bytes: [UInt8], _ key: PrivateKey?) throws -> KeyImport {
        var copy = bytes
        var settings = ImportSettings()
        settings.privateKey = key
        return try ImportFormats.read(ImportInput(taking: &copy, name: "file"), as: nil, settings)
    }

    @Test(arguments: [0, 1, 1000])
    func `openssl cms gives each recipient the file`(count: Int) throws {
        let keys = try keys(count)
        let clear = try file(keys, ExportSettings())
        let encrypted = try file(keys, settings("one", "two"))
        try Data(encrypted).write(to: directory.appending(path: "export"))
        for name in ["one", "two"] {
            let opened = try openssl(
                "cms",
                "-decrypt",
                "-inform",
                "DER",
                "-in",
                "export",
                "-inkey",
                "\(name).key"
            )
            #expect(opened == Data(clear))
        }
        guard count > 0 else { return }
        #expect(Data(encrypted).range(of: Data(SampleKeys.skmKey.utf8)) == nil)
        #expect(try read(encrypted, privateKey("two")).keys.count == count)
    }

    @Test func `A kept file is encrypted, too`() throws {
        var export = try KeyExport(
            inMemory: #require(ExportFormats.named("expressplay-token")),
            settings("one")
        )
        _ = try export.append(SampleKeys.key())
        try export.finish()
        let bytes = export.contents.withSpan { span in span.indices.map { span[$0] } }
        var copy = bytes
        var importSettings = ImportSettings()
        importSettings.privateKey = try privateKey("one")
        let input = ImportInput(taking: &copy, name: "file")
        #expect(try ExportedKeys.format(of: input, importSettings) == "expressplay-token")
        #expect(try ExportedKeys(reading: input, as: nil, importSettings).titles == ["movie-42"])
        #expect(Data(bytes).range(of: Data("movie-42".utf8)) == nil)
    }

    @Test func `Nobody else opens it, and no altered one is read`() throws {
        let bytes = try file([SampleKeys.key()], settings("one"))
        func reason(_ bytes: [UInt8], _ key: PrivateKey?) throws -> String {
            "\(try #require(throws: RunFailure.self) { try self.read(bytes, key) })"
        }
        #expect(try reason(bytes, nil).contains("--private-key"))
        #expect(try reason(bytes, privateKey("other")).contains("encrypted to 1 other recipient, "))
        var altered = bytes
        altered[altered.count - 60] ^= 1
        #expect(try reason(altered, privateKey("one")).contains("cannot be decrypted"))
        for count in [bytes.count - 1, bytes.count / 2, 40] {
            #expect(try reason(Array(bytes.prefix(count)), privateKey("one")).contains("cannot be decrypted"))
        }
    }
}
