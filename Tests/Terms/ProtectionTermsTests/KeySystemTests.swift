import Foundation
import ProtectionTerms
import Testing

/// Key systems with their DASH-IF ids and the KEYFORMATs of their vendors.
///
/// The ids are listed at dashif.org/identifiers/content_protection.
struct KeySystemTests {
    struct Row: CustomStringConvertible {
        let system: KeySystem
        let name: String
        let title: String
        let keyFormat: String
        let systemIDs: [String]
        let methods: Set<ProtectionMethod>

        var description: String { name }
    }

    static let rows = [
        Row(
            system: .fairPlay,
            name: "fairplay",
            title: "FairPlay",
            keyFormat: "com.apple.streamingkeydelivery",
            systemIDs: ["94CE86FB-07FF-4F43-ADB8-93D2FA968CA2"],
            methods: [.sampleAES]
        ),
        Row(
            system: .widevine,
            name: "widevine",
            title: "Widevine",
            keyFormat: "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed",
            systemIDs: ["EDEF8BA9-79D6-4ACE-A3C8-27DCD51D21ED"],
            methods: [.sampleAES, .sampleAESCTR]
        ),
        Row(
            system: .playReady,
            name: "playready",
            title: "PlayReady",
            keyFormat: "com.microsoft.playready",
            systemIDs: ["9A04F079-9840-4286-AB92-E65BE0885F95"],
            methods: [.sampleAES, .sampleAESCTR]
        ),
        Row(
            system: .identity,
            name: "identity",
            title: "identity",
            keyFormat: "identity",
            systemIDs: ["3EA8778F-7742-4BF9-B18B-E834B2ACBD47", "81376844-F976-481E-A84E-CC25D39B0B33"],
            methods: [.aes128, .sampleAES, .sampleAESCTR, .aes256GCM]
        ),
    ]

    @Test(arguments: rows)
    func `A system is found by each of its names`(row: Row) {
        #expect(row.system.title == row.title)
        #expect(row.system.systemIDs.map(\.uuidString) == row.systemIDs)
        #expect(row.system.urn == "urn:uuid:" + row.systemIDs[0].lowercased())
        #expect(Set(ProtectionMethod.allCases.filter(row.system.supports)) == row.methods)
        for found in [
            KeySystem(keyFormat: row.keyFormat), KeySystem(recordName: row.name),
            KeySystem(argument: row.name), KeySystem(argument: row.keyFormat),
        ] {
            #expect(found == row.system && found?.name == row.name)
        }
    }

    @Test func `Every system has a row`() { #expect(KeySystem.namedSystems == Self.rows.map(\.system)) }

    /// UUIDs are case-insensitive (RFC 9562), names are not.
    @Test func `Only UUIDs are the same in either case`() {
        #expect(KeySystem(keyFormat: "urn:uuid:EDEF8BA9-79D6-4ACE-A3C8-27DCD51D21ED") == .widevine)
        #expect(KeySystem(keyFormat: "com.Apple.StreamingKeyDelivery") != .fairPlay)
    }

    @Test func `A system without a short name has its key format for a name`() {
        let system = KeySystem(keyFormat: "org.example.drm")
        #expect(system.name == "org.example.drm" && system.title == "org.example.drm")
        #expect(system.systemIDs.isEmpty && system.urn == nil && system.keyFormatVersions == "1")
        #expect(ProtectionMethod.allCases.allSatisfy { !system.supports($0) })
        #expect(KeySystem(argument: "fairpaly") == nil)
    }

    @Test func `A UUID has the bytes of its digits`() throws {
        let bytes = try #require(KeySystem.fairPlay.systemID).bytes
        #expect(bytes.prefix(4) == [0x94, 0xCE, 0x86, 0xFB] && bytes.last == 0xA2)
        #expect(UUID(bytes: bytes) == KeySystem.fairPlay.systemID)
        #expect(UUID(bytes: bytes.dropLast()) == nil && UUID(bytes: bytes + [0]) == nil)
    }
}
