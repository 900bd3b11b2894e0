import Ciphers
import Failures
import KeyStoreFixtures
import Testing
import TextFormats

@testable import KeyStore

/// 32 bytes that are given once as a key, and once as a key and its IV: half of a secret would be published.
struct KeyOfOtherLengthTests {
    static let key = "8f3a60c1d95e27b4047bf6812c9de053"
    static let iv = "f0e0d0c0b0a090807060504030201000"
    static let otherIV = "0102030405060708090a0b0c0d0e0f10"

    private static func draft(
        _ title: String,
        _ key: String,
        iv: String? = nil,
        origin: KeyOrigin? = nil
    ) throws -> KeyDraft {
        KeyDraft(
            identity: try KeyIdentity(title),
            key: try ContentKey(copying: Hexadecimal.decode(key) ?? []),
            iv: iv.flatMap { InitializationVector(hexadecimal: $0) },
            origin: origin
        )
    }

    private static func imported(_ draft: KeyDraft) -> ImportedKey {
        ImportedKey(draft: draft, signalling: [], terms: nil, state: .active, lines: [])
    }

    /// A stored key and a given one, each with its IV, and whether the given one is refused.
    static let pairs: [(stored: (String, String?), given: (String, String?), isRefused: Bool)] = [
        ((key + iv, nil), (key, iv), true),
        ((key, iv), (key + iv, nil), true),
        // Refused with any IV: the first 16 bytes are a key already.
        ((key, otherIV), (key + iv, nil), true),
        ((key, nil), (key + iv, nil), true),
        // The stored 32 bytes are not the given key and IV, or the given 32 bytes do not begin with the
        // stored key.
        ((key + iv, nil), (key, otherIV), false),
        ((key + iv, nil), (key, nil), false),
        ((key + iv, nil), (iv, key), false),
        ((key, iv), (iv + key, nil), false),
        // The same key again is handled elsewhere.
        ((key, iv), (key, iv), false),
        ((key + iv, nil), (key + iv, nil), false),
    ]

    @Test(arguments: StoreBackend.allCases, pairs)
    func `Bytes are taken for one thing`(
        backend: StoreBackend,
        pair: (stored: (String, String?), given: (String, String?), isRefused: Bool)
    ) throws {
        let (fixture, store) = try backend.makeStore()
        let stored = try Self.draft("a", pair.stored.0, iv: pair.stored.1)
        let given = try Self.draft("b", pair.given.0, iv: pair.given.1)
        _ = try store.findOrCreate([stored])
        guard pair.isRefused else {
            #expect(throws: Never.self) { _ = try store.duplicateWarning(of: given) }
            #expect(try store.findOrCreate([given]).count == 1)
            #expect(try fixture.open().allRecords().map(\.identity) == [stored.identity, given.identity])
            return
        }
        let expected = RunFailure.keyOfOtherLength(
            given.identity,
            of: stored.identity,
            byteCount: pair.given.0.count / 2
        )
        #expect(throws: expected) { _ = try store.findOrCreate([given]) }
        #expect(throws: expected) { _ = try store.importKeys([Self.imported(given)], revoking: []) }
        #expect(throws: expected) { _ = try store.store([SuppliedKeyDraft(draft: given, lines: [])]) }
        #expect(throws: expected) { _ = try store.duplicateWarning(of: given) }
        var log: [AuditEntry] = []
        try store.forEachAuditEntry { log.append($0) }
        #expect(log.last?.action == .denied && log.last?.detail == "\(expected.unlabeled)")
        #expect(try fixture.open().allRecords().map(\.identity) == [stored.identity])
        #expect(expected.failureClass == .malformed)
        for digits in [Self.key, Self.iv] { #expect(!"\(expected)".contains(digits.prefix(8))) }
    }

    @Test func `Both in one import are refused, and neither is stored`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        let drafts = [try Self.draft("a", Self.key, iv: Self.iv), try Self.draft("b", Self.key + Self.iv)]
        #expect(throws: RunFailure.self) {
            _ = try store.importKeys(drafts.map { Self.imported($0) }, revoking: [])
        }
        #expect(try store.allRecords().isEmpty)
    }

    /// Derived keys are accepted, as no one gave their bytes in another form.
    @Test func `Derived keys are taken`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        _ = try store.findOrCreate([try Self.draft("a", Self.key + Self.iv)])
        let derived = try Self.draft("b", Self.key, iv: Self.iv, origin: .derived)
        #expect(try store.findOrCreate([derived]).count == 1)
    }
}
