import Ciphers
import Failures
import Foundation
import KeyStoreFixtures
import Testing

@testable import KeyStore

/// Keys from key servers: key ids are reserved first, each answer is stored once.
struct SupplyTests {
    static let fairPlay = UUID(uuidString: "94CE86FB-07FF-4F43-ADB8-93D2FA968CA2") ?? UUID()
    static let widevine = UUID(uuidString: "EDEF8BA9-79D6-4ACE-A3C8-27DCD51D21ED") ?? UUID()

    static func lines(_ system: UUID, _ uri: String) -> SuppliedLines {
        let line = "METHOD=SAMPLE-AES,URI=\"\(uri)\""
        return SuppliedLines(
            systemID: system,
            media: ["#EXT-X-KEY:\(line)"],
            session: ["#EXT-X-SESSION-KEY:\(line)"]
        )
    }

    @Test(arguments: StoreBackend.allCases)
    func `Ids stay what they were`(backend: StoreBackend) throws {
        let (fixture, store) = try backend.makeStore()
        let minted = try #require(try store.findOrCreate([KeyDraft(identity: KeyIdentity("m", "a"))]).first)
        let identities = [try KeyIdentity("m", "z"), minted.identity, try KeyIdentity("m", "b")]
        let keyIDs = try store.reserveKeyIDs(for: identities, from: "speke:host")
        #expect(Set(keyIDs).count == 3)
        #expect(keyIDs[1] == minted.keyID)
        #expect(
            try fixture.open().reserveKeyIDs(for: identities.reversed(), from: "speke:other")
                == keyIDs.reversed()
        )
        #expect(
            try store.reserveKeyIDs(for: [identities[0], identities[0]], from: "s") == [keyIDs[0], keyIDs[0]]
        )
    }

    @Test(arguments: StoreBackend.allCases)
    func `An answer is stored once`(backend: StoreBackend) throws {
        let (fixture, store) = try backend.makeStore()
        let identity = try KeyIdentity("movie")
        let keyID = try store.reserveKeyIDs(for: [identity], from: "speke:host")[0]
        func supply(_ key: ContentKey, id: UUID? = nil, _ lines: [SuppliedLines]) -> SuppliedKeyDraft {
            let draft = KeyDraft(
                identity: identity,
                keyID: id ?? keyID,
                key: key,
                iv: .random(),
                origin: .supplied
            )
            return SuppliedKeyDraft(draft: draft, lines: lines)
        }
        let lines = [Self.lines(Self.fairPlay, "skd://a")]
        let answer = supply(.random(), lines)
        for _ in 1...2 {
            let stored = try #require(try store.store([answer]).first)
            #expect(stored.record.keyID == keyID)
            #expect(stored.record.key == answer.draft.key)
            #expect(stored.record.iv == answer.draft.iv)
            #expect(stored.lines == lines)
        }
        let contradictions = [
            ("key", supply(.random(), lines)),
            ("key id", SuppliedKeyDraft(draft: KeyDraft(identity: identity, keyID: UUID()), lines: lines)),
            (
                "playlist lines of the key server",
                SuppliedKeyDraft(draft: answer.draft, lines: [Self.lines(Self.fairPlay, "skd://b")])
            ),
        ]
        for (what, second) in contradictions {
            let otherDraft = SuppliedKeyDraft(
                draft: KeyDraft(identity: try KeyIdentity("another")),
                lines: []
            )
            #expect(throws: RunFailure.contradiction(identity, field: what)) {
                try store.store([otherDraft, second])
            }
        }
        #expect(try store.allRecords().count == 1)
        // The server's answer to a request for another key system adds lines.
        let more = SuppliedKeyDraft(draft: answer.draft, lines: [Self.lines(Self.widevine, "data:x")])
        #expect(try store.store([more])[0].lines == lines + more.lines)
        #expect(try Set(fixture.open().suppliedLines(of: keyID)) == Set(lines + more.lines))
        #expect(try fixture.sql("SELECT origin FROM content_keys") == "supplied\n")
        #expect(try store.suppliedLines(of: UUID()).isEmpty)
    }

    @Test(arguments: StoreBackend.allCases)
    func `A line that is none is refused`(backend: StoreBackend) throws {
        let (fixture, store) = try backend.makeStore()
        defer { withExtendedLifetime(fixture) {} }
        let draft = KeyDraft(identity: try KeyIdentity("movie"))
        for line in ["", "#EXT-X-KEY:METHOD=NONE\n#EXTINF:1", "a\0b"] {
            let lines = SuppliedLines(systemID: Self.fairPlay, media: [line], session: [])
            #expect(throws: RunFailure.self) {
                try store.store([SuppliedKeyDraft(draft: draft, lines: [lines])])
            }
        }
        #expect(try store.allRecords().isEmpty)
    }

    @Test(arguments: StoreBackend.allCases)
    func `A server may choose the id where it was asked for the reserved one`(backend: StoreBackend) throws {
        let (fixture, store) = try backend.makeStore()
        defer { withExtendedLifetime(fixture) {} }
        let identity = try KeyIdentity("movie")
        let reserved = try store.reserveKeyIDs(for: [identity], from: "speke1:host")[0]
        let chosen = UUID()
        let draft = KeyDraft(
            identity: identity,
            keyID: chosen,
            key: .random(),
            iv: .random(),
            origin: .supplied
        )
        #expect(throws: RunFailure.contradiction(identity, field: "key id")) {
            try store.store([SuppliedKeyDraft(draft: draft, lines: [], requestedID: UUID())])
        }
        let supply = SuppliedKeyDraft(draft: draft, lines: [], requestedID: reserved)
        for _ in 1...2 { #expect(try store.store([supply]).first?.record.keyID == chosen) }
        #expect(try store.reserveKeyIDs(for: [identity], from: "speke1:host") == [chosen])
        let again = SuppliedKeyDraft(draft: draft, lines: [], requestedID: chosen)
        #expect(try store.store([again]).first?.record.keyID == chosen)
        let otherDraft = KeyDraft(
            identity: identity,
            keyID: UUID(),
            key: .random(),
            iv: .random(),
            origin: .supplied
        )
        #expect(throws: RunFailure.self) {
            try store.store([SuppliedKeyDraft(draft: otherDraft, lines: [], requestedID: reserved)])
        }
        #expect(try store.records(of: identity.contentID).map(\.keyID) == [chosen])
    }
}
