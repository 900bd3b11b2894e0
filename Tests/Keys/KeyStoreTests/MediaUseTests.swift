import Failures
import Foundation
import KeyStoreFixtures
import Testing

@testable import KeyStore

/// A key is used for one version of the media of each rendition, unless reuse is allowed.
struct MediaUseTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        /// The rendition and the first byte of its digest, as recorded before.
        let before: [(String, UInt8)]
        let newUses: [(String, UInt8)]
        var reuse = KeyReuse.none
        /// The expected conflicting renditions, or, if there are none, the uses recorded afterwards.
        var conflicts: [String] = []
        var after: [String] = []

        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "first use", before: [], newUses: [("v", 1), ("a", 2)], after: ["v1", "a2"]),
        Case(name: "same media", before: [("v", 1)], newUses: [("v", 1)], after: ["v1"]),
        Case(
            name: "new rendition",
            before: [("v", 1)],
            newUses: [("v", 1), ("fr", 9)],
            after: ["v1", "fr9"]
        ),
        Case(
            name: "changed media",
            before: [("v", 1), ("w", 1)],
            newUses: [("new", 5), ("v", 2), ("w", 3)],
            conflicts: ["v", "w"],
            after: ["v1", "w1"]
        ),
        Case(
            name: "changed, one allowed",
            before: [("v", 1), ("w", 1)],
            newUses: [("v", 2), ("w", 3)],
            reuse: .renditions(["v"]),
            conflicts: ["w"],
            after: ["v1", "w1"]
        ),
        Case(
            name: "changed, that one allowed",
            before: [("v", 1), ("w", 1)],
            newUses: [("v", 2), ("w", 1)],
            reuse: .renditions(["v"]),
            after: ["v1", "w1", "v2"]
        ),
        Case(
            name: "changed, all allowed",
            before: [("v", 1)],
            newUses: [("v", 2)],
            reuse: .all,
            after: ["v1", "v2"]
        ),
        Case(name: "two media in one run", before: [], newUses: [("v", 1), ("v", 2)], conflicts: ["v"]),
        Case(name: "the same twice in one run", before: [], newUses: [("v", 1), ("v", 1)], after: ["v1"]),
    ]

    @Test(arguments: cases)
    func `Uses are compared and set`(example: Case) throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        let record = try #require(try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))]).first)
        func uses(_ list: [(String, UInt8)]) throws -> [MediaUse] {
            try list.map { rendition, byte in
                try MediaUse(
                    keyID: record.keyID,
                    rendition: rendition,
                    method: "aes-128",
                    digest: [byte] + [UInt8](repeating: 0, count: 31)
                )
            }
        }
        try store.recordUses(uses(example.before), reuse: .none)
        if example.conflicts.isEmpty {
            try store.recordUses(uses(example.newUses), reuse: example.reuse)
        } else {
            let expected = example.conflicts.map { UseConflict(identity: record.identity, rendition: $0) }
            #expect(throws: RunFailure.mediaChanged(expected)) {
                try store.recordUses(uses(example.newUses), reuse: example.reuse)
            }
        }
        let after = try fixture.open().uses(of: record.keyID)
        #expect(after.map { "\($0.rendition)\($0.digest[0])" } == example.after)
    }

    @Test func `What was used before the last time is a change too`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        defer { withExtendedLifetime(fixture) {} }
        let record = try #require(try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))]).first)
        let first = try MediaUse(
            keyID: record.keyID,
            rendition: "v",
            method: "aes-128",
            digest: [UInt8](repeating: 1, count: 32)
        )
        let second = try MediaUse(
            keyID: record.keyID,
            rendition: "v",
            method: "aes-128",
            digest: [UInt8](repeating: 2, count: 32)
        )
        try store.recordUses([first], reuse: .none)
        try store.recordUses([second], reuse: .all)
        #expect(throws: RunFailure.self) { try store.recordUses([first], reuse: .none) }
    }

    @Test func `Another key may be used on the same media`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        defer { withExtendedLifetime(fixture) {} }
        let records = try store.findOrCreate([
            KeyDraft(identity: KeyIdentity("movie")), KeyDraft(identity: KeyIdentity("movie", generation: 2)),
        ])
        for (record, byte) in zip(records, [UInt8(1), 2]) {
            let digest = [UInt8](repeating: byte, count: 32)
            try store.recordUses(
                [MediaUse(keyID: record.keyID, rendition: "v", method: "aes-128", digest: digest)],
                reuse: .none
            )
        }
    }

    /// AES-128 has a digest of bytes, SAMPLE-AES one of samples, so the same media have two digests.
    @Test func `Each method has its own uses`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        defer { withExtendedLifetime(fixture) {} }
        let record = try #require(try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))]).first)
        func use(_ method: String, _ byte: UInt8) throws -> MediaUse {
            let digest = [UInt8](repeating: byte, count: 32)
            return try MediaUse(keyID: record.keyID, rendition: "v", method: method, digest: digest)
        }
        try store.recordUses([use("aes-128", 1)], reuse: .none)
        try store.recordUses([use("sample-aes", 2)], reuse: .none)
        try store.recordUses([use("aes-128", 1), use("sample-aes", 2)], reuse: .none)
        let conflict = RunFailure.mediaChanged([UseConflict(identity: record.identity, rendition: "v")])
        #expect(throws: conflict) { try store.recordUses([use("sample-aes", 3)], reuse: .none) }
        #expect(throws: conflict) { try store.recordUses([use("aes-128", 2)], reuse: .none) }
        #expect(
            try store.uses(of: record.keyID).map { "\($0.method) \($0.digest[0])" } == [
                "aes-128 1", "sample-aes 2",
            ]
        )
    }

    @Test func `A key that is not stored cannot be used`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        defer { withExtendedLifetime(fixture) {} }
        let use = try MediaUse(
            keyID: UUID(),
            rendition: "v",
            method: "aes-128",
            digest: [UInt8](repeating: 0, count: 32)
        )
        #expect(throws: RunFailure.unknownKey(use.keyID)) { try store.recordUses([use], reuse: .all) }
    }

    @Test(arguments: [("v", 31), ("v", 33), ("", 32), ("a\nb", 32)])
    func `A use of another form is refused`(rendition: String, count: Int) {
        #expect(throws: RunFailure.self) {
            try MediaUse(
                keyID: UUID(),
                rendition: rendition,
                method: "aes-128",
                digest: [UInt8](repeating: 0, count: count)
            )
        }
    }
}
