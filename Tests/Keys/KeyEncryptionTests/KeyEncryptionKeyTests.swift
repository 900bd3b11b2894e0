import Failures
import Foundation
import KeyStoreFixtures
import StoreFiles
import Testing

@testable import KeyEncryption

/// Key-encryption keys in files and in the environment.
struct KeyEncryptionKeyTests {
    static let digits = "000102030405060708090a0b0c0d0e0f101112131415161718191A1B1C1D1E1F"
    let fixture: StoreFixture
    let path: String

    init() throws {
        fixture = try StoreFixture()
        path = fixture.directory + "/config/fairlead/kek"
    }

    func write(_ contents: Data, mode: Int = 0o600) throws -> String {
        let file = fixture.directory + "/given"
        #expect(
            FileManager.default.createFile(
                atPath: file,
                contents: contents,
                attributes: [.posixPermissions: mode]
            )
        )
        return file
    }

    @Test(arguments: [
        ("digits", Data(digits.utf8)), ("line feed", Data((digits + "\n").utf8)),
        ("carriage return", Data((digits + "\r\n").utf8)), ("raw", Data(0..<32)),
    ])
    func `Both forms of a file are the same key`(name: String, contents: Data) throws {
        let key = try KeyEncryptionKey.load(file: write(contents))
        #expect(key.fingerprint == (try KeyEncryptionKey(hexadecimal: Self.digits).fingerprint))
    }

    @Test(arguments: [
        Data(), Data("\n".utf8), Data(0..<31), Data(0..<33), Data(digits.dropLast().utf8),
        Data((digits + "\n\n").utf8), Data((" " + digits).utf8), Data(("0x" + digits).utf8),
        Data(digits.replacing("A", with: "g").utf8), Data(repeating: 0x30, count: 100_000),
    ])
    func `Other contents are refused without showing them`(contents: Data) throws {
        let file = try write(contents)
        let error = #expect(throws: RunFailure.self) { try KeyEncryptionKey.load(file: file) }
        #expect(error?.failureClass == .malformed)
        #expect(error?.description.contains("0102") == false)
    }

    @Test(arguments: ["", "00", digits + "00", digits + "\n", "x" + digits.dropFirst()])
    func `Other values of the environment are refused`(text: String) {
        #expect(
            throws: RunFailure.malformedKeyEncryptionKey(
                source: "FAIRLEAD_KEK",
                byteCount: text.utf8.count
            )
        ) {
            try KeyEncryptionKey(hexadecimal: text)
        }
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o601])
    func `A file that others may touch is refused`(mode: Int) throws {
        let file = try write(Data(Self.digits.utf8), mode: mode)
        let error = #expect(throws: RunFailure.self) { try KeyEncryptionKey.load(file: file) }
        #expect(error?.failureClass == .permission)
    }

    @Test func `A file that is not there is said so`() {
        #expect(throws: RunFailure.keyEncryptionKeyNotFound(path: path)) {
            try KeyEncryptionKey.load(file: path)
        }
        #expect(throws: RunFailure.notAFile(path: fixture.directory)) {
            try KeyEncryptionKey.load(file: fixture.directory)
        }
    }

    @Test func `A new file is its owner's alone and is never overwritten`() throws {
        let key = try KeyEncryptionKey.createFile(at: path)
        #expect(try fixture.mode(path) == 0o600)
        #expect(try fixture.mode(fixture.directory + "/config/fairlead") == 0o700)
        #expect(try fixture.mode(fixture.directory + "/config") == 0o700)
        #expect(try KeyEncryptionKey.load(file: path).fingerprint == key.fingerprint)
        #expect(throws: RunFailure.alreadyExists(path: path)) { try KeyEncryptionKey.createFile(at: path) }
        #expect(try KeyEncryptionKey.loadOrCreate(file: path).fingerprint == key.fingerprint)
        #expect(try fixture.contents().keys.sorted() == ["config", "config/fairlead", "config/fairlead/kek"])
    }

    @Test func `Many that make it at once get one key`() async throws {
        let path = path
        let fingerprints = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<16 {
                group.addTask { try KeyEncryptionKey.loadOrCreate(file: path).fingerprint }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(fingerprints.count == 1)
    }
}
