import Ciphers
import Foundation
import HLSPlaylists
import KeyStore
import KeySystems
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import Presentations
@testable import Protection

/// The data of a key in key lines, `pssh` boxes and the store, for each key system.
///
/// The data URIs of Widevine are those of Shaka Packager v3.8.0 for the key id
/// 00112233-4455-6677-8899-aabbccddeeff; those of PlayReady are compared in `KeySystemsTests`.
struct KeySignalTests {
    private static let widevineCBCS =
        "data:text/plain;base64,AAAAOHBzc2gAAAAA7e+LqXnWSs6jyCfc1R0h7QAAABgSEAARIjNEVWZ3iJmqu8zd7v9I88aJmwY="
    private static let widevineCENC =
        "data:text/plain;base64,AAAAOHBzc2gAAAAA7e+LqXnWSs6jyCfc1R0h7QAAABgSEAARIjNEVWZ3iJmqu8zd7v9I49yVmwY="
    private static let slot = KeySlot(track: "all", period: 0)

    private static func keyID() throws -> UUID {
        try #require(UUID(uuidString: "00112233-4455-6677-8899-aabbccddeeff"))
    }

    private func lines(_ method: ProtectionMethod, _ systems: [KeySystem]?, uri: String = "skd://a") throws
        -> KeyLines
    {
        var policy = ProtectionPolicy()
        policy.method = method
        policy.keySystems = systems
        let record = KeyRecord(
            identity: try KeyIdentity("movie-42", "all"),
            keyID: try Self.keyID(),
            key: try ContentKey(copying: Array(0x00...0x0F)),
            iv: try InitializationVector(bytes: Array(0xF0...0xFF)),
            createdAt: Date(timeIntervalSince1970: 0)
        )
        let signals = try policy.keySystems(forKeyURI: uri).map { system in
            try KeySignal(
                system,
                keyID: record.keyID,
                key: record.key,
                scheme: method.scheme,
                templateURI: uri
            )
        }
        let planned = PlannedKey(
            slot: Self.slot,
            record: record,
            status: .stored,
            signals: signals
        )
        return KeyLines(keys: [Self.slot: planned], policy: policy)
    }

    private func text(_ lines: KeyLines, explicit: Bool = true) throws -> [String] {
        let signals = try #require(lines.keys[Self.slot]).signals
        return try signals.map { signal in
            try signal.line(
                lines.policy.method.playlistMethod,
                iv: explicit ? Array(0xF0...0xFF) : nil
            ).tagLine(.key)
        }
    }

    // MARK: Lines

    @Test(
        arguments: [
            (
                .sampleAES, [.widevine],
                [
                    "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"\(widevineCBCS)\",KEYID=0x00112233445566778899aabbccddeeff,"
                        + "KEYFORMAT=\"urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed\",KEYFORMATVERSIONS=\"1\""
                ]
            ),
            (
                .sampleAESCTR, [.widevine],
                [
                    "#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"\(widevineCENC)\",KEYID=0x00112233445566778899aabbccddeeff,"
                        + "KEYFORMAT=\"urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed\",KEYFORMATVERSIONS=\"1\""
                ]
            ),
            (
                .sampleAES, [.identity, .fairPlay],
                [
                    "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://a\",IV=0xf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
                    "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://a\",KEYFORMAT=\"com.apple.streamingkeydelivery\","
                        + "KEYFORMATVERSIONS=\"1\"",
                ]
            ),
            (.sampleAESCTR, [.identity], ["#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"skd://a\""]),
            (
                .aes128, [.identity],
                ["#EXT-X-KEY:METHOD=AES-128,URI=\"skd://a\",IV=0xf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"]
            ),
        ] as [(ProtectionMethod, [KeySystem], [String])]
    )
    func linesOfSystems(method: ProtectionMethod, systems: [KeySystem], expected: [String]) throws {
        #expect(try text(try lines(method, systems)) == expected)
    }

    @Test func sessionKeysAreTheLinesWithoutVectors() throws {
        let lines = try lines(.sampleAES, [.fairPlay, .widevine, .playReady, .identity])
        let session = try lines.sessionKeys(of: Self.slot).map(\.key)
        #expect(session.map(\.system) == [.fairPlay, .widevine, .playReady, .identity])
        #expect(session.allSatisfy { $0.iv == nil && $0.method == .sampleAES })
        #expect(session.map(\.keyFormatVersions) == ["1", "1", "1", nil])
        #expect(session[1].uri == Self.widevineCBCS)
        #expect(KeyURIDocument.keyIDs(inKeyURI: session[2].uri ?? "") == [try Self.keyID()])
        #expect(session[3].uri == "skd://a")
    }

    /// RFC 8216bis 8 requires version 5 for SAMPLE-AES and KEYFORMAT, 2 for an IV.
    @Test(arguments: [(KeySystem.widevine, 5), (.playReady, 5), (.identity, 1)])
    func versions(system: KeySystem, version: Int) throws {
        let signal = try #require(try lines(.sampleAESCTR, [system]).keys[Self.slot]?.signals.first)
        #expect(signal.line(.sampleAESCTR, iv: nil).key.neededVersion() == version)
    }

    // MARK: pssh boxes

    @Test(
        arguments: [
            (.sampleAES, [.fairPlay], []),
            (.sampleAES, [.fairPlay, .widevine], [.widevine]),
            (.sampleAESCTR, [.playReady, .widevine], [.playReady, .widevine]),
            (.sampleAES, [.identity, .playReady], [.common, .playReady]),
            (.aes128, [.identity], []),
        ] as [(ProtectionMethod, [KeySystem], [ProtectionSystem])]
    )
    func headers(method: ProtectionMethod, systems: [KeySystem], expected: [ProtectionSystem]) throws {
        let headers = try lines(method, systems).systemHeaders(of: Self.slot)
        #expect(headers.map { Array($0[12..<28]) } == expected.map(\.systemID))
        #expect(headers.allSatisfy { $0[4..<8].elementsEqual("pssh".utf8) })
    }

    /// The key line and the initialization section have the same data, so a player may use either.
    @Test func theURIsHoldTheDocumentsOfTheBoxes() throws {
        let lines = try lines(.sampleAESCTR, [.widevine, .playReady])
        let headers = try lines.systemHeaders(of: Self.slot)
        let uris = try #require(lines.keys[Self.slot]).signals.map(\.uri)
        #expect(DataURI(parsing: uris[0])?.bytes == headers[0])
        // Size, type, version and flags, SystemID, data size: 32 bytes before the PlayReady Object.
        #expect(DataURI(parsing: uris[1])?.bytes == Array(headers[1][32...]))
    }

    // MARK: Systems

    @Test(
        arguments: [
            ("skd://a", [.widevine, .playReady]), ("https://keys.example/1", [.identity]),
            ("", [.widevine, .playReady]),
        ] as [(String, [KeySystem])]
    )
    func defaultsOfCounterMode(uri: String, systems: [KeySystem]) {
        var policy = ProtectionPolicy()
        policy.method = .sampleAESCTR
        #expect(policy.keySystems(forKeyURI: uri) == systems)
        #expect(policy.needsTemplateURI)
        policy.keySystems = [.playReady]
        #expect(policy.keySystems(forKeyURI: uri) == [.playReady])
        #expect(!policy.needsTemplateURI)
    }

    @Test(
        arguments: [
            (.aes128, ["identity"]), (.sampleAES, ["fairplay", "widevine", "playready", "identity"]),
            (.sampleAESCTR, ["widevine", "playready", "identity"]),
        ] as [(ProtectionMethod, [String])]
    )
    func systemsOfMethods(method: ProtectionMethod, systems: [String]) {
        #expect(KeySystem.namedSystems.filter { $0.supports(method) }.map(\.name) == systems)
        #expect(!KeySystem(keyFormat: "com.example").supports(method))
    }

    // MARK: Records

    @Test func signallingHasTheURIOfItsSystem() throws {
        let signals = try #require(
            try lines(.sampleAES, [.fairPlay, .widevine, .identity]).keys[Self.slot]
        ).signals
        let rows = try signals.map {
            Signalling(
                of: $0,
                keyID: try Self.keyID(),
                method: "sample-aes",
                scheme: "cbcs",
                template: "content-id",
                rules: nil,
                tree: "/t"
            )
        }
        #expect(rows.map(\.system) == ["fairplay", "widevine", "identity"])
        #expect(rows.map(\.keyURI) == ["skd://a", Self.widevineCBCS, "skd://a"])
        #expect(
            rows.map(\.keyFormat)
                == ["com.apple.streamingkeydelivery", "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed", nil]
        )
        #expect(rows.map(\.template) == ["content-id", nil, "content-id"])
        #expect(rows.map(\.assetIDs.isEmpty) == [false, true, false])
    }
}
