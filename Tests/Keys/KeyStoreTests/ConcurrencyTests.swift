import Failures
import Foundation
import KeyEncryption
import KeyStoreFixtures
import StoreFiles
import Testing

@testable import KeyStore

/// Concurrent processes and threads, and processes that are killed.
///
/// Children are exit tests: new processes of this program that get the store's directory. They share its
/// key-encryption key in a file, and append the keys they saw to another.
struct ConcurrencyTests {
    static let titleCount = 40

    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
        _ = try KeyEncryptionKey.createFile(at: fixture.directory + "/kek")
    }

    @Test func `Threads that mint the same keys get the same keys`() async throws {
        let store = try fixture.create()
        let drafts = try (0..<Self.titleCount).map { KeyDraft(identity: try KeyIdentity("movie \($0)")) }
        let seen = try await withThrowingTaskGroup(of: [String].self) { group in
            for index in 0..<8 {
                let own = index.isMultiple(of: 2) ? store : try fixture.open()
                group.addTask { try own.findOrCreate(drafts).map(\.fingerprint) }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(seen.count == 1)
        #expect(try store.allRecords().count == Self.titleCount)
    }

    @Test func `Processes that make the store and mint the same keys get the same keys`() async throws {
        let directory = fixture.directory
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    await #expect(processExitsWith: .success) { [directory = directory as String] in
                        try Child(directory).mint(count: Self.titleCount)
                    }
                }
            }
        }
        try checkObservations(atLeast: 4 * Self.titleCount)
    }

    @Test func `What a killed process has seen is in the store`() async throws {
        let directory = fixture.directory
        // On a loaded machine all children of six rounds may be killed before they see a key; then they get
        // more time.
        for round in 0..<16 where round < 6 || !hasObservations {
            let limit = UInt32(150_000) << max(0, round - 5)
            await withTaskGroup { group in
                for _ in 0..<2 {
                    group.addTask {
                        await #expect(processExitsWith: .signal(SIGKILL)) {
                            [directory = directory as String, limit = limit as UInt32] in
                            Child.kill(within: limit)
                            try Child(directory).mintForever()
                        }
                    }
                }
            }
        }
        try checkObservations(atLeast: 1)
    }

    @Test func `A rewrapping that is killed is whole or not at all`() async throws {
        let store = try fixture.create()
        let count = 3 * SQLKeyStore.batchSize
        let records = try store.findOrCreate(
            (0..<count).map { KeyDraft(identity: try KeyIdentity("m", "\($0)")) }
        )
        try store.close()
        let keys = try [
            fixture.kek.copy(to: fixture.directory + "/kek0"), .createFile(at: fixture.directory + "/kek1"),
        ]
        let (directory, path) = (fixture.directory, fixture.path)
        for _ in 0..<6 {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [directory = directory as String, path = path as String] in
                Child.kill(within: 150_000)
                try Child.rewrapForever(directory, path)
            }
            // The next process finds no transaction of a killed writer that was not committed.
            let opened = keys.compactMap { try? SQLiteKeyStore.open(at: path, kek: $0) }
            #expect(opened.count == 1)
            #expect(try Set(opened[0].allRecords().map(\.fingerprint)) == Set(records.map(\.fingerprint)))
            try AuditChain.verify(opened[0])
        }
    }

    private var hasObservations: Bool {
        FileManager.default.contents(atPath: fixture.directory + "/seen")?.isEmpty == false
    }

    /// Expects every key that a child saw to be in the store.
    private func checkObservations(atLeast count: Int) throws {
        let store = try SQLiteKeyStore.open(
            at: fixture.directory + "/keys.sqlite",
            kek: KeyEncryptionKey.load(file: fixture.directory + "/kek")
        )
        let stored = Set(try store.allRecords().map(\.fingerprint))
        let text = try String(contentsOfFile: fixture.directory + "/seen", encoding: .utf8)
        let seen = text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
        #expect(seen.count >= count)
        #expect(stored.isSuperset(of: seen))
        let identities = Set(try store.allRecords().map(\.identity))
        #expect(identities.count == stored.count)
    }
}

/// A child process of these tests.
private struct Child {
    let store: SQLKeyStore
    let seen: FileHandle

    init(_ directory: String) throws {
        let kek = try KeyEncryptionKey.load(file: directory + "/kek")
        store = try SQLiteKeyStore.create(at: directory + "/keys.sqlite", kek: kek)
        let descriptor = unsafe open(directory + "/seen", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        seen = FileHandle(fileDescriptor: descriptor)
    }

    func mint(count: Int) throws {
        for title in (0..<count).shuffled() {
            try observe(store.findOrCreate([KeyDraft(identity: KeyIdentity("movie \(title)"))]))
        }
    }

    func mintForever() throws {
        for title in 0... {
            try observe(
                store.findOrCreate([
                    KeyDraft(identity: KeyIdentity("movie \(title)", "a")),
                    KeyDraft(identity: KeyIdentity("movie \(title)", "b")),
                ])
            )
        }
    }

    /// Appends one line per key, each with one write, which the kernel does not split.
    private func observe(_ records: [KeyRecord]) throws {
        for record in records {
            try seen.write(contentsOf: Data((record.fingerprint + "\n").utf8))
        }
    }

    /// Rewraps the store under two keys in turn.
    static func rewrapForever(_ directory: String, _ path: String) throws {
        let keys = try (0...1).map { try KeyEncryptionKey.load(file: directory + "/kek\($0)") }
        let current = keys.firstIndex { (try? SQLiteKeyStore.open(at: path, kek: $0)) != nil } ?? 0
        let store = try SQLiteKeyStore.open(at: path, kek: keys[current])
        for round in 1... {
            try store.rewrap(under: keys[(current + round) % 2])
        }
    }

    /// Kills this process after a random time.
    ///
    /// - Parameter limit: the maximum time, in microseconds.
    static func kill(within limit: UInt32) {
        let delay = UInt32.random(in: 1_000...limit)
        Thread.detachNewThread {
            usleep(delay)
            Foundation.kill(getpid(), SIGKILL)
        }
    }
}

extension KeyEncryptionKey {
    /// Writes the key to a file, and returns it.
    fileprivate func copy(to path: String) throws -> KeyEncryptionKey {
        try withFileContents { (contents) throws(RunFailure) in
            try PrivateFile.create(at: path, contents: contents)
        }
        return self
    }
}
