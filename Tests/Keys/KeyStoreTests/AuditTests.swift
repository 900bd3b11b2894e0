import Ciphers
import Failures
import Foundation
import KeyEncryption
import KeyStoreFixtures
import Testing
import TextFormats

@testable import KeyStore

/// The audit log of a store.
struct AuditTests {
    /// Creates every kind of entry that a store writes itself, and some that callers write.
    private static func createEntries(_ store: SQLKeyStore) throws {
        let movie = KeyDraft(identity: try KeyIdentity("movie"))
        let draftWithKey = KeyDraft(identity: try KeyIdentity("given"), key: .random())
        let keyIDs = try store.findOrCreate([movie, draftWithKey]).map(\.keyID)
        _ = try store.findOrCreate([movie, draftWithKey])
        let signalling = Signalling(
            keyID: keyIDs[0],
            system: "fairplay",
            method: "sample-aes",
            keyURI: "u?token",
            tree: "/t"
        )
        try store.addSignalling([signalling, signalling])
        func use(_ byte: UInt8) throws -> MediaUse {
            try MediaUse(
                keyID: keyIDs[0],
                rendition: "v",
                method: "aes-128",
                digest: Array(repeating: byte, count: 32)
            )
        }
        try store.recordUses([use(1)], reuse: .none)
        try store.recordUses([use(1)], reuse: .none)
        try? store.recordUses([use(2)], reuse: .none)
        try store.setPolicy(PolicyTests.terms(), of: keyIDs)
        _ = try store.confirm([keyIDs[0]], at: "ksm")
        try store.revoke([keyIDs[1]], reason: "lost")
        _ = try? store.findOrCreate([draftWithKey])
        try store.logAudit(.export, subject: "ksm", detail: "2 keys\nas jsonl")
    }

    private static let actions: [AuditAction] = [
        .initialize, .import, .create, .signal, .use, .denied, .policy, .policy, .confirm, .revoke, .denied,
        .export,
    ]

    private func entries(of store: SQLKeyStore) throws -> [AuditEntry] {
        var entries: [AuditEntry] = []
        try store.forEachAuditEntry { entries.append($0) }
        return entries
    }

    @Test(arguments: StoreBackend.allCases)
    func `What was done and refused is logged, in order`(backend: StoreBackend) throws {
        let (fixture, store) = try backend.makeStore()
        try Self.createEntries(store)
        let entries = try entries(of: store)
        #expect(entries.map(\.action) == Self.actions)
        #expect(entries.map(\.sequence) == Array(1...Self.actions.count))
        let host = try Command.run("uname", ["-n"]).dropLast()
        let user = try Command.run("id", ["-un"]).dropLast()
        for entry in entries {
            #expect(entry.actor.hasPrefix("\(user)@\(host)"))
            #expect(abs(entry.date.timeIntervalSinceNow) < 600)
        }
        #expect(entries.last?.detail == "2 keys as jsonl")
        #expect(entries[5].detail.contains("the media changed"))
        #expect(entries[10].detail.contains("was revoked"))
        let result = try AuditChain.verify(fixture.open())
        #expect(result.entryCount == entries.count)
        #expect(result.head.sequence == entries.count)
        for record in try store.allRecords() {
            let digits = record.key.withSpan { Hexadecimal.encode($0) }
            #expect(!entries.contains { $0.detail.contains(digits) || $0.detail.contains("token") })
        }
    }

    /// Python computes the chain from its documented form.
    @Test(arguments: StoreBackend.allCases)
    func `Another program computes the same chain`(backend: StoreBackend) throws {
        let (fixture, store) = try backend.makeStore()
        // Three connections append in turns, each to a chain of its own.
        let others = try [fixture.open(), fixture.open()]
        for store in others + [store] + others { try store.logAudit(.export, subject: "ksm", detail: "") }
        try Self.createEntries(store)
        try others[0].logAudit(.export, subject: "ksm", detail: "")
        let program = """
            import hashlib, struct, sys
            def number(value): return struct.pack(">Q", value)
            def field(part): return number(len(part)) + part
            def digest(parts): return hashlib.sha256(b"".join(map(field, parts))).digest()
            def head():
                if not ends: return bytes(32)
                parts = [b"fairlead-audit-head", number(1), beginning, number(len(ends))]
                for chain, (length, end) in sorted(ends.items()): parts += [chain, number(length), end]
                return digest(parts)
            beginning, ends, hashes, listed = None, {}, {}, {}
            for line in sys.argv[1].split("\\n")[:-1]:
                sequence, chain, position, seen, seen_hash, at, *texts, stored = line.split("|")
                chain, position = bytes.fromhex(chain), int(position)
                previous = head() if position == 1 else hashes[chain, position - 1]
                parts = [b"fairlead-audit", number(2), previous, chain, number(position)]
                parts += [number(int(seen or 0)), bytes.fromhex(seen_hash), number(int(at))]
                assert not seen or listed[int(seen)] == seen_hash, line
                listed[int(sequence)] = stored
                hashes[chain, position] = computed = digest(parts + [text.encode() for text in texts])
                assert computed.hex() == stored.lower(), line
                if position == 1: beginning, ends = computed, {}
                ends[chain] = position, computed
            print(sequence + ":" + head().hex())
            """
        func hex(_ column: String) -> String {
            backend == .sqlite ? "hex(\(column))" : "encode(\(column), 'hex')"
        }
        let rows = try fixture.sql(
            """
            SELECT sequence, \(hex("chain")), number, seen_sequence, \(hex("seen_hash")), at, actor, action, subject,
            detail, \(hex("hash")) FROM audit_log ORDER BY sequence
            """
        )
        let head = try AuditChain.verify(store).head
        #expect(try Command.run("/usr/bin/python3", ["-c", program, rows]) == "\(head)\n")
    }

    @Test(
        arguments: StoreBackend.allCases,
        [
            ("UPDATE audit_log SET detail = 'nothing' WHERE sequence = 4", 4),
            ("UPDATE audit_log SET actor = 'somebody' WHERE sequence = 1", 1),
            ("UPDATE audit_log SET at = at + 1 WHERE sequence = 12", 12),
            ("DELETE FROM audit_log WHERE sequence = 6", 7),
            ("DELETE FROM audit_log WHERE sequence = 1", 2),
            ("DELETE FROM audit_log WHERE sequence > 8", 9),
            ("UPDATE audit_log SET action = 'nonsense' WHERE sequence = 7", 7),
        ]
    )
    func `A changed log is shown at its first changed place`(
        backend: StoreBackend,
        change: (sql: String, sequence: Int)
    ) throws {
        let (fixture, store) = try backend.makeStore()
        try Self.createEntries(store)
        let head = try AuditChain.verify(store).head
        #expect(try AuditChain.verify(store, containing: head).head == head)
        try fixture.dropTriggers()
        try fixture.sql(change.sql)
        let error = #expect(throws: RunFailure.self) { try AuditChain.verify(store, containing: head) }
        #expect(error == .brokenAudit(sequence: change.sequence, reason: error?.found ?? ""))
        #expect(error?.failureClass == .malformed)
    }

    @Test(arguments: StoreBackend.allCases)
    func `A head of before is in a log that went on, one of another log is not`(backend: StoreBackend) throws
    {
        let (fixture, store) = try backend.makeStore()
        defer { withExtendedLifetime(fixture) {} }
        let head = try AuditChain.verify(store).head
        try Self.createEntries(store)
        let parsedHead = try AuditHead(parsing: head.description)
        #expect(try AuditChain.verify(store, containing: parsedHead).entryCount == Self.actions.count)
        let (otherFixture, otherStore) = try backend.makeStore()
        try Self.createEntries(otherStore)
        #expect(throws: RunFailure.self) { try AuditChain.verify(otherStore, containing: head) }
        _ = otherFixture
    }

    /// Three connections append in turns, then another one, which begins its chain after theirs.
    private static func interleave(_ fixture: any BackendFixture, _ store: SQLKeyStore) throws {
        let stores = try [store, fixture.open(), fixture.open()]
        for round in 0..<3 {
            for (index, store) in stores.enumerated() {
                try store.logAudit(.use, subject: "\(index)", detail: "round \(round)")
            }
        }
        try fixture.open().logAudit(.use, subject: "last", detail: "")
    }

    @Test(
        arguments: StoreBackend.allCases,
        [
            // A chain as a whole, its end, its beginning; the end of the newest chain is in no other.
            "DELETE FROM audit_log WHERE subject = '1'",
            "DELETE FROM audit_log WHERE subject = '1' AND number = 3",
            "DELETE FROM audit_log WHERE subject = '2' AND number > 1",
            "DELETE FROM audit_log WHERE subject = '2' AND number = 1",
            "UPDATE audit_log SET sequence = sequence + 100 WHERE subject = '1' AND number = 2",
            "UPDATE audit_log SET number = number + 1 WHERE subject = '1' AND number = 3",
        ]
    )
    func `A chain that is removed or cut is noticed, also without a head that was kept`(
        backend: StoreBackend,
        change: String
    ) throws {
        let (fixture, store) = try backend.makeStore()
        try Self.interleave(fixture, store)
        #expect(try AuditChain.verify(store).entryCount == 11)
        try fixture.dropTriggers()
        try fixture.sql(change)
        let error = #expect(throws: RunFailure.self) { try AuditChain.verify(store) }
        #expect(error?.kind == .brokenAudit)
    }

    /// A head is the same whoever computes it, and each that the log had is found again.
    @Test(arguments: StoreBackend.allCases)
    func `Every head that the log had holds`(backend: StoreBackend) throws {
        let (fixture, store) = try backend.makeStore()
        let others = try [fixture.open(), fixture.open()]
        var heads = [try store.auditHead()]
        for store in others + [store] + others + others {
            try store.logAudit(.use, subject: "a", detail: "")
            heads.append(try fixture.open().auditHead())
        }
        #expect(Set(heads).count == heads.count)
        for head in heads { try AuditChain.verify(store, containing: head) }
        try fixture.dropTriggers()
        try fixture.sql("DELETE FROM audit_log WHERE sequence = \(heads[heads.count - 1].sequence)")
        for (index, head) in heads.enumerated() {
            let isLast = index == heads.count - 1
            #expect((try? AuditChain.verify(store, containing: head)) == nil ? isLast : !isLast)
        }
    }

    @Test(arguments: [
        "", ":", "1", "1:", "1:00", "-1:" + zeros, "x:" + zeros, "1:" + zeros + "0", "+1:" + zeros,
    ])
    func `A head of another form is refused`(text: String) {
        #expect(throws: RunFailure.self) { try AuditHead(parsing: text) }
    }

    static let zeros = String(repeating: "0", count: 64)

    @Test(arguments: StoreBackend.allCases)
    func `Somebody with another key is logged`(backend: StoreBackend) throws {
        let (fixture, store) = try backend.makeStore()
        #expect(throws: RunFailure.self) { try fixture.open(kek: .random()) }
        #expect(try entries(of: store).map(\.action) == [.initialize, .denied])
    }

    /// The entry is in the words that the user sees.
    @Test func `What a run requires and lacks is logged`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.create(kind: .test)
        let record = try #require(try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))]).first)
        try store.revoke([record.keyID], reason: "lost")
        let failures = [
            RunFailure.notProvisioned(licenseServer: "ksm", [record.identity]), .revoked(record.identity),
            .testStore(path: fixture.path),
        ]
        #expect(throws: failures[0]) { try store.requireProvisioned([record], at: "ksm") }
        #expect(throws: failures[1]) { try store.requireUsable([record]) }
        #expect(throws: failures[2]) { try store.requireProduction() }
        let denials = try entries(of: store).filter { $0.action == .denied }
        #expect(denials.map(\.subject) == ["movie", "movie", fixture.path])
        #expect(denials.map(\.detail) == failures.map { "\($0.unlabeled)" })
    }

    @Test func `A log that cannot be written is said`() throws {
        let fixture = try StoreFixture()
        _ = try fixture.create()
        let store = try SQLiteKeyStore.openReadOnly(at: fixture.path, kek: fixture.kek)
        let error = #expect(throws: RunFailure.self) {
            try store.logAudit(.export, subject: "a", detail: "")
        }
        #expect(error?.failureClass == .permission)
    }

    @Test(arguments: StoreBackend.allCases)
    func `A log of many entries is whole`(backend: StoreBackend) throws {
        let (fixture, store) = try backend.makeStore()
        defer { withExtendedLifetime(fixture) {} }
        _ = try store.findOrCreate((0..<1100).map { KeyDraft(identity: try KeyIdentity("movie \($0)")) })
        #expect(try AuditChain.verify(store).entryCount == 1101)
    }
}
