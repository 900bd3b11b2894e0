import Ciphers
import Failures
import Foundation
import ProtectionTerms
import StoreFiles
import Testing
import TextFormats

@testable import KeyStore

/// Derived keys, against `derive.py`, which is written from the description and shares no code.
struct MasterSecretTests {
    static let digits = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

    struct Derived: Sendable, CustomTestStringConvertible {
        let derivation: KeyDerivation
        let contentID: String
        let track: String
        var period = 0
        var generation = 1
        let key: String
        let iv: String
        let keyID: String

        var testDescription: String { "\(derivation.rawValue) \(contentID) \(track) \(period) \(generation)" }
    }

    static let vectors = [
        Derived(
            derivation: .hkdfSHA256,
            contentID: "movie-42",
            track: "all",
            key: "bdcc9cb0948b641965fe2e39804d02e9",
            iv: "e214f8180564084fa52aaed8ed07f8e5",
            keyID: "0717A519-1FC7-8B4E-A58D-4F05FD0C7CF8"
        ),
        Derived(
            derivation: .hkdfSHA256,
            contentID: "movie-42",
            track: "hd",
            key: "a231db2b1bb76b6cfd8a780e368b2b63",
            iv: "72308d886602c27905300f4133d3ba19",
            keyID: "6ADD7765-D769-82C4-9A74-30D1F881D0DA"
        ),
        Derived(
            derivation: .hkdfSHA256,
            contentID: "movie-42",
            track: "hd",
            period: 3,
            generation: 2,
            key: "bb19b2b3bd562135bc0bd7b4e0c83879",
            iv: "8a7875352ef4fe082499de133edb864b",
            keyID: "7961C63C-5238-85A5-9AB5-60FB156C934F"
        ),
        Derived(
            derivation: .hkdfSHA256,
            contentID: "Übung",
            track: "a",
            key: "fda28f3f2b36f806a6b5c7dc1b2195c1",
            iv: "3a823d4cd73c8769ab23074a745e15f7",
            keyID: "F0677642-2DC8-8018-9317-CAC7CC84668F"
        ),
        Derived(
            derivation: .sp800108,
            contentID: "movie-42",
            track: "all",
            key: "2de770c49785ea4e29a62a0f5c728c84",
            iv: "bd739966f1d261ab4841565299c352b9",
            keyID: "30A528B5-32E1-85AC-A8FE-B67353D6ED57"
        ),
        Derived(
            derivation: .sp800108,
            contentID: "movie-42",
            track: "hd",
            period: 3,
            generation: 2,
            key: "f7d28a7efff27b3dd2d3803503d2e10c",
            iv: "06bc76c6a2b4ac31ba282d234e162c99",
            keyID: "4ABF99FB-2367-8672-807F-C849BEB993E6"
        ),
    ]

    @Test(arguments: vectors)
    func `Another implementation derives the same`(vector: Derived) throws {
        let master = try MasterSecret.parse(
            Array(Self.digits.utf8).span,
            derivation: vector.derivation,
            source: "test"
        )
        let identity = try KeyIdentity(
            contentID: ContentID(vector.contentID),
            track: vector.track,
            period: vector.period,
            generation: vector.generation
        )
        let draft = try master.draft(identity)
        #expect(draft.identity == identity)
        #expect(draft.key?.withSpan { Hexadecimal.encode($0) } == vector.key)
        #expect(draft.iv.map { Hexadecimal.encode($0.bytes) } == vector.iv)
        #expect(draft.keyID == UUID(uuidString: vector.keyID))
        #expect(draft.origin == .derived)
    }

    /// IV and key id equal those of the shorter key; the expected values are from `derive.py ... 256`.
    @Test(arguments: [
        (
            KeyDerivation.hkdfSHA256, "df2ec96d4a26c21c3232efe05ee8515e76b8377b234e590939a2198795888191",
            "8a7875352ef4fe082499de133edb864b"
        ),
        (
            .sp800108, "20442e93d5fa8cfb4640faf613bbf744248bfa8873f465688056b5db71f31db2",
            "06bc76c6a2b4ac31ba282d234e162c99"
        ),
    ])
    func `A key of 32 bytes has a label of its own`(derivation: KeyDerivation, key: String, iv: String) throws
    {
        let master = try MasterSecret.parse(
            Array(Self.digits.utf8).span,
            derivation: derivation,
            source: "test"
        )
        let identity = try KeyIdentity(
            contentID: ContentID("movie-42"),
            track: "hd",
            period: 3,
            generation: 2
        )
        let draft = try master.draft(identity, keyLength: .bits256)
        #expect(draft.key?.withSpan { Hexadecimal.encode($0) } == key)
        #expect(draft.iv?.hexadecimal == iv)
        #expect(try draft.keyID == master.draft(identity).keyID)
    }

    @Test func `Digits, digits in upper case with a line ending, and raw bytes are one secret`() throws {
        let raw = try #require(Hexadecimal.decode(Self.digits))
        let forms = [
            raw, Array(Self.digits.utf8), Array((Self.digits.uppercased() + "\n").utf8),
            Array((Self.digits + "\r\n").utf8),
        ]
        let identity = try KeyIdentity(contentID: ContentID("title"), track: "all")
        let ids = try forms.map { form in
            try MasterSecret.parse(form.span, derivation: .hkdfSHA256, source: "test").draft(identity).keyID
        }
        #expect(Set(ids).count == 1)
    }

    @Test(arguments: [
        ([UInt8](), 0), (Array("00".utf8), 1), ([UInt8](repeating: 7, count: 31), 31),
        // 32 digits are 16 bytes.
        ([UInt8](repeating: UInt8(ascii: "a"), count: 32), 16), ([UInt8](repeating: 7, count: 1025), 1025),
    ])
    func `Too short or too long a secret is refused`(contents: [UInt8], count: Int) {
        #expect(
            throws: RunFailure.invalidField(
                name: "the master secret",
                found: "\(count) bytes",
                expected: "32 to 1024 bytes, raw or in hexadecimal digits"
            )
            .located(at: "master.key")
        ) {
            _ = try MasterSecret.parse(contents.span, derivation: .hkdfSHA256, source: "master.key")
        }
    }

    @Test func `A file has to be its owner's alone`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "master-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try PrivateFile.create(at: path, contents: Array(Self.digits.utf8).span)
        _ = try MasterSecret.load(file: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        let error = #expect(throws: RunFailure.self) { _ = try MasterSecret.load(file: path) }
        #expect(error?.failureClass == .permission)
        let missing = #expect(throws: RunFailure.self) { _ = try MasterSecret.load(file: path + "-none") }
        #expect(missing?.failureClass == .missing)
        let directory = #expect(throws: RunFailure.self) { _ = try MasterSecret.load(file: "/tmp") }
        #expect(directory?.failureClass == .missing)
    }

    @Test func `It cannot be printed`() throws {
        let master = try MasterSecret(.random(count: 32), derivation: .hkdfSHA256, source: "test")
        #expect("\(master)" == "<redacted>")
        #expect(String(reflecting: master) == "<redacted>")
    }
}
