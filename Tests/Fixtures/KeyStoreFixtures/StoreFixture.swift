import Ciphers
package import Foundation
package import KeyEncryption
package import KeyStore
import TextFormats

/// A SQLite key store in a temporary directory, removed when the fixture is released.
package final class StoreFixture: BackendFixture {
    package let directory: String
    package let kek = KeyEncryptionKey.random()

    package var path: String { directory + "/data/keys.sqlite" }

    package init() throws {
        directory = FileManager.default.temporaryDirectory.path + "/keystore-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    package func create() throws -> SQLKeyStore {
        try create(kind: .production)
    }

    package func create(kind: StoreKind) throws -> SQLKeyStore {
        try SQLiteKeyStore.create(at: path, kek: kek, kind: kind)
    }

    package func open(kek: KeyEncryptionKey) throws -> SQLKeyStore {
        try SQLiteKeyStore.open(at: path, kek: kek)
    }

    @discardableResult
    package func sql(_ statements: String) throws -> String {
        try sqlite3(statements)
    }

    /// Runs SQL with the `sqlite3` program, as someone could who has the file but not the key-encryption key.
    @discardableResult
    package func sqlite3(_ sql: String) throws -> String {
        try Command.run("sqlite3", ["-bail", path, sql])
    }

    package func dropTriggers() throws {
        let names = try sqlite3("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        for name in names.split(separator: "\n") {
            try sqlite3("DROP TRIGGER \(name)")
        }
    }

    package func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        guard let mode = attributes[.posixPermissions] as? Int else { throw CocoaError(.fileReadUnknown) }
        return mode
    }

    /// Returns every file and folder under the directory, with the contents of files.
    package func contents() throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: directory)
        return Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, FileManager.default.contents(atPath: directory + "/" + name) ?? Data())
            }
        )
    }
}

/// Runs other programs.
package enum Command {
    package struct Failure: Error {
        package let status: Int32
    }

    /// Runs a program and returns its standard output; throws if its exit status is not 0.
    @discardableResult
    package static func run(_ name: String, _ arguments: [String]) throws -> String {
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension KeyIdentity {
    package init(_ contentID: String, _ track: String = "all", period: Int = 0, generation: Int = 1) throws {
        try self.init(contentID: ContentID(contentID), track: track, period: period, generation: generation)
    }
}

extension KeyRecord {
    /// The identity and all secret values of the key, for comparisons.
    package var fingerprint: String {
        let key = key.withSpan { Hexadecimal.encode($0) }
        return "\(identity) \(keyID) \(key) \(iv.hexadecimal)"
    }
}
