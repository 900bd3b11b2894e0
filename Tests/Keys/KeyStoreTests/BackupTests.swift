import Ciphers
import Failures
import Foundation
import KeyEncryption
import KeyStoreFixtures
import ProtectionTerms
import StoreFiles
import Testing
import TextFormats
import WipedMemory

@testable import KeyStore

/// Backups that are restored, opened by the `openssl` program, or damaged.
struct BackupTests {
    let fixture: StoreFixture
    let store: SQLKeyStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.create(kind: .test)
        try openssl(
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-keyout",
            "vault.key",
            "-out",
            "vault.pem"
        )
    }

    private var backup: String { fixture.directory + "/keys.backup" }

    @discardableResult
    private func openssl(_ arguments: String...) throws -> String {
        let files = ["vault.key", "vault.pem", "other.key", "other.pem"]
        let resolved = arguments.map { files.contains($0) ? fixture.directory + "/" + $0 : $0 }
        let subject = arguments[0] == "req" ? ["-subj", "/CN=vault"] : []
        // `openssl` shows its search for primes on standard error.
        let quiet = ["-c", #"exec openssl "$@" 2>/dev/null"#, "openssl"]
        return try Command.run("sh", quiet + resolved + subject)
    }

    private func certificate(_ name: String = "vault.pem") throws -> Certificate {
        try Certificate(reading: Array(Data(contentsOf: URL(filePath: fixture.directory + "/" + name))))
    }

    private func privateKey(_ name: String = "vault.key") throws -> PrivateKey {
        let bytes = try Array(Data(contentsOf: URL(filePath: fixture.directory + "/" + name)))
        return try PrivateKey(reading: SecretBytes(copying: bytes))
    }

    /// Writes a row into every table that the store's interface can write.
    private func insertRows(_ store: SQLKeyStore) throws -> [KeyRecord] {
        let records = try store.findOrCreate(
            ["a", "b \"quoted\" \\ ", "Übung"].map {
                KeyDraft(identity: try KeyIdentity($0), keyLength: $0 == "a" ? .bits256 : .bits128)
            }
        )
        try store.addSignalling([
            Signalling(
                keyID: records[0].keyID,
                system: "fairplay",
                method: "sample-aes",
                keyURI: "skd://é\\\"",
                assetIDs: [],
                tree: "out"
            )
        ])
        var terms = KeyPolicyTerms()
        terms.hdcp = "type-1"
        terms.leaseSeconds = 60
        try store.setPolicy(terms, of: [records[1].keyID])
        try store.revoke([records[2].keyID], reason: "leaked")
        try store.record(
            TreeRecord(
                contentID: records[0].identity.contentID,
                tree: "/srv/é",
                digest: [UInt8](repeating: 7, count: 32),
                encryptedListing: Array(0...255)
            )
        )
        return records
    }

    /// Returns the location of a fixture's store.
    private func location(_ fixture: any BackendFixture) throws -> KeyStoreLocation {
        if let fixture = fixture as? PostgreSQLFixture { return .postgreSQL(url: fixture.url) }
        return .sqlite(path: try #require(fixture as? StoreFixture).path)
    }

    @Test(arguments: StoreBackend.allCases, StoreBackend.allCases)
    func `A restored store is the same under another key-encryption key`(
        from source: StoreBackend,
        to target: StoreBackend
    ) throws {
        let (origin, store) = try source.makeStore(kind: .test)
        defer { withExtendedLifetime(origin) {} }
        let targetFixture = try target.makeFixture()
        let restored = try location(targetFixture)
        let records = try insertRows(store)
        let summary = try StoreBackup.write(store, to: backup, recipients: [certificate()])
        #expect(summary.keyCount == 3)
        #expect(try fixture.mode(backup) == 0o600)
        let restoration = try StoreRestoration.check(backup, privateKey: privateKey())
        #expect(restoration.summary == summary)
        let label = try restoration.restore(to: restored, kek: targetFixture.kek)
        let copy = try KeyStores.open(restored, kek: targetFixture.kek, purpose: .minting)
        #expect(try copy.allRecords().map(\.fingerprint) == store.allRecords().map(\.fingerprint))
        #expect(copy.mediaDigestKey == store.mediaDigestKey)
        #expect(copy.kind == .test)
        #expect(copy.label == label)
        for record in records {
            #expect(try copy.signalling(of: record.keyID) == store.signalling(of: record.keyID))
            #expect(try copy.policy(of: record.keyID) == store.policy(of: record.keyID))
            #expect(try copy.state(of: record.keyID) == store.state(of: record.keyID))
        }
        let title = records[0].identity.contentID
        let published = try #require(try copy.publishedTree(of: title, before: nil))
        #expect(try [published] == [#require(try store.publishedTree(of: title, before: nil))])
        let original = try AuditChain.verify(store)
        var actions: [AuditAction] = []
        let result = try AuditChain.verify(copy, containing: original.head) { actions.append($0.action) }
        #expect(result.head.sequence == original.head.sequence + 1)
        #expect(result.entryCount == original.entryCount + 1)
        #expect(actions.last == .restore)
        #expect(throws: RunFailure.self) {
            _ = try KeyStores.open(restored, kek: origin.kek, purpose: .reading)
        }
        #expect(throws: RunFailure.alreadyExists(path: copy.label)) {
            _ = try restoration.restore(to: restored, kek: targetFixture.kek)
        }
        // The restored store can mint keys.
        _ = try copy.findOrCreate([KeyDraft(identity: try KeyIdentity("later"))])
    }

    @Test func `openssl cms opens it, and finds the keys in it`() throws {
        let records = try insertRows(store)
        try openssl(
            "req",
            "-x509",
            "-newkey",
            "rsa:3072",
            "-nodes",
            "-keyout",
            "other.key",
            "-out",
            "other.pem"
        )
        _ = try StoreBackup.write(
            store,
            to: backup,
            recipients: [certificate(), certificate("other.pem")]
        )
        for key in ["vault.key", "other.key"] {
            let text = try openssl("cms", "-decrypt", "-inform", "DER", "-in", backup, "-inkey", key)
            let lines = try text.split(separator: "\n").map {
                try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
            let keys = lines.filter { $0["table"] as? String == "content_keys" }
            #expect(
                keys.map { $0["key"] as? String }
                    == records.map { $0.key.withSpan { Hexadecimal.encode($0) } }
            )
            #expect(keys.map { $0["content_id"] as? String } == records.map(\.identity.contentID.value))
            #expect(lines.last?["content_keys"] as? Int == 3)
        }
    }

    @Test(arguments: [1, 3, StoreSchema.version - 1, StoreSchema.version + 1])
    func `Backups of another schema are refused`(number: Int64) throws {
        let records = try insertRows(store)
        let file = fixture.directory + "/contents"
        _ = try StoreBackup.write(store, to: backup, recipients: [certificate()])
        let text = try openssl("cms", "-decrypt", "-inform", "DER", "-in", backup, "-inkey", "vault.key")
        #expect(try StoreBackup.check(contents: Array(text.utf8), of: file).keyCount == records.count)
        let start = #"{"fairlead_backup":"#
        #expect(text.hasPrefix("\(start)\(StoreSchema.version),"))
        let other = text.replacing("\(start)\(StoreSchema.version),", with: "\(start)\(number),")
        #expect(throws: RunFailure.otherSchema(path: file, found: number)) {
            try StoreBackup.check(contents: Array(other.utf8), of: file)
        }
    }

    @Test func `The end line has to have the number of rows of every table`() throws {
        let file = fixture.directory + "/contents"
        _ = try StoreBackup.write(store, to: backup, recipients: [certificate()])
        let text = try openssl("cms", "-decrypt", "-inform", "DER", "-in", backup, "-inkey", "vault.key")
        let shortened = text.replacing(#","title_runs":0"#, with: "")
        #expect(shortened.utf8.count < text.utf8.count)
        let error = #expect(throws: RunFailure.self) {
            try StoreBackup.check(contents: Array(shortened.utf8), of: file)
        }
        #expect(error?.failureClass == .malformed)
        #expect(error?.description.contains("title_runs") == true)
    }

    @Test func `Another private key, damage, and every kind of cut are refused`() throws {
        _ = try insertRows(store)
        _ = try StoreBackup.write(store, to: backup, recipients: [certificate()])
        try openssl(
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-keyout",
            "other.key",
            "-out",
            "other.pem"
        )
        let otherKey = try privateKey("other.key")
        let wrongKey = #expect(throws: RunFailure.self) {
            _ = try StoreRestoration.check(backup, privateKey: otherKey)
        }
        #expect(wrongKey?.failureClass == .permission)
        let whole = try Data(contentsOf: URL(filePath: backup))
        let key = try privateKey()
        var damaged = stride(from: 0, to: whole.count, by: 97).map { whole.prefix($0) }
        damaged += [whole.dropLast(), whole + Data([0])]
        damaged += stride(from: whole.count - 600, to: whole.count, by: 7).map { offset in
            var copy = whole
            copy[offset] ^= 0x10
            return copy
        }
        for (index, bytes) in damaged.enumerated() {
            try Data(bytes).write(to: URL(filePath: backup))
            let error = #expect(throws: RunFailure.self, "damage \(index)") {
                _ = try StoreRestoration.check(backup, privateKey: key)
            }
            #expect(error?.failureClass == .malformed, "damage \(index)")
            #expect(error?.description.hasSuffix(". Give another copy of the backup.") == true)
        }
    }

    @Test func `Neither a file nor a store is overwritten`() throws {
        _ = try insertRows(store)
        _ = try StoreBackup.write(store, to: backup, recipients: [certificate()])
        #expect(throws: RunFailure.alreadyExists(path: backup)) {
            _ = try StoreBackup.write(store, to: backup, recipients: [certificate()])
        }
        let restoration = try StoreRestoration.check(backup, privateKey: privateKey())
        #expect(throws: RunFailure.alreadyExists(path: fixture.path)) {
            _ = try restoration.restore(to: .sqlite(path: fixture.path), kek: fixture.kek)
        }
        let missing = #expect(throws: RunFailure.self) {
            _ = try StoreRestoration.check(backup + "-none", privateKey: privateKey())
        }
        #expect(missing?.failureClass == .missing)
    }

    @Test(arguments: StoreBackend.allCases)
    func `A store that was rewrapped meanwhile is no damaged one`(backend: StoreBackend) throws {
        let fixture = try backend.makeFixture()
        let late = try fixture.create(kind: .test)
        _ = try late.findOrCreate([KeyDraft(identity: KeyIdentity("m"))])
        let new = KeyEncryptionKey.random()
        try fixture.open().rewrap(under: new)
        let error = #expect(throws: RunFailure.self) {
            try StoreBackup.write(late, to: backup, recipients: [certificate()])
        }
        #expect(
            error
                == .wrongKeyEncryptionKey(
                    path: late.label,
                    found: fixture.kek.fingerprint,
                    expected: new.fingerprint
                )
        )
        #expect(!FileManager.default.fileExists(atPath: backup))
    }

    /// A column missing in a backup would be lost without notice.
    @Test func `Every column of every table is in a backup, or is known not to be`() throws {
        // Columns left out: row numbers, fields of the backup's header, and wrapped keys, which a backup has
        // unwrapped.
        let omittedColumns: [String: Set<String>] = [
            "store": [
                "id", "store_id", "kek_fingerprint", "kek_check", "media_digest_key", "created_at", "kind",
                "restored_at",
            ],
            "content_keys": ["sealed"], "signalling": ["id"], "media_uses": ["id"],
            "key_server_states": ["id"], "supplied_lines": ["id"], "title_runs": ["id"],
            "title_verifications": ["id"], "run_manifests": ["id"],
            "published_trees": ["id"],
        ]
        var expected = omittedColumns
        for table in StoreSchema.tablesInBackups {
            expected[table.name, default: []].formUnion(table.columnsInBackups.map(\.name))
        }
        let columns = try fixture.sqlite3(
            """
            SELECT tables.name, columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
            WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%'
            """
        )
        var found: [String: Set<String>] = [:]
        for line in columns.split(separator: "\n") {
            let parts = line.split(separator: "|").map(String.init)
            found[parts[0], default: []].insert(parts[1])
        }
        #expect(found == expected)
    }
}
