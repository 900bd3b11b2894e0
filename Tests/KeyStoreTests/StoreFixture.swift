import Ciphers
import Foundation
import Testing

@testable import KeyStore

/// A directory of its own with a store in it, removed at the end.
final class StoreFixture: Sendable {
    let directory: String
    let kek = KeyEncryptionKey.random()

    var path: String { directory + "/data/keys.sqlite" }

    init() throws {
        directory = FileManager.default.temporaryDirectory.path + "/keystore-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    func create() throws -> SQLiteKeyStore {
        try SQLiteKeyStore.create(at: path, kek: kek)
    }

    func open() throws -> SQLiteKeyStore {
        try SQLiteKeyStore.open(at: path, kek: kek)
    }

    /// Runs SQL with the `sqlite3` program, as somebody who has the file but not the key would.
    @discardableResult
    func sqlite3(_ sql: String) throws -> String {
        try Command.run("sqlite3", ["-bail", path, sql])
    }

    /// Lets `sqlite3` change what the store itself would not.
    func dropTriggers() throws {
        let names = try sqlite3("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        for name in names.split(separator: "\n") {
            try sqlite3("DROP TRIGGER \(name)")
        }
    }

    func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    /// Every file under the directory, with its contents.
    func contents() throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: directory)
        return Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, FileManager.default.contents(atPath: directory + "/" + name) ?? Data())
            }
        )
    }
}

/// Another program.
enum Command {
    struct Failure: Error {
        let status: Int32
    }

    /// What the program writes.
    static func run(_ name: String, _ arguments: [String]) throws -> String {
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
    init(_ contentID: String, _ track: String = "all", period: Int = 0, generation: Int = 1) throws {
        try self.init(contentID: ContentID(contentID), track: track, period: period, generation: generation)
    }
}

extension KeyRecord {
    /// All that identifies a key and all that is secret about it, to compare.
    var fingerprint: String {
        let key = key.withSpan { Hexadecimal.encode($0) }
        return "\(identity) \(keyID) \(key) \(iv.hexadecimal)"
    }
}
