import Ciphers
import Foundation
import ISOBaseMedia
import KeySystems
import ProtectionTerms
import Testing
import TextFormats

/// Boxes and URIs equal those of Shaka Packager, byte for byte.
@Suite("Known answers of key systems")
struct KnownAnswerTests {
    private func signalling(
        _ system: ProtectionSystem,
        _ scheme: ProtectionScheme
    ) throws -> KeySystemSignalling {
        try KeySystemSignalling(
            of: system,
            keyID: ShakaVectors.keyID,
            scheme: scheme,
            key: try ShakaVectors.key()
        )
    }

    @Test("Common", arguments: ProtectionScheme.allCases)
    func common(scheme: ProtectionScheme) throws {
        let common = try signalling(.common, scheme)
        #expect(Hexadecimal.encode(common.header.bytes) == ShakaVectors.commonBox)
        #expect(common.keyURI == nil)
    }

    @Test("Widevine", arguments: ProtectionScheme.allCases)
    func widevine(scheme: ProtectionScheme) throws {
        let widevine = try signalling(.widevine, scheme)
        #expect(Hexadecimal.encode(widevine.header.bytes) == ShakaVectors.widevineBox(scheme))
        #expect(widevine.keyURI == ShakaVectors.widevineURI(scheme))
    }

    @Test("PlayReady", arguments: ProtectionScheme.allCases)
    func playReady(scheme: ProtectionScheme) throws {
        let playReady = try signalling(.playReady, scheme)
        let document = ShakaVectors.playReadyHeader(scheme).utf16.flatMap {
            [UInt8($0 & 0xFF), UInt8($0 >> 8)]
        }
        let box = ShakaVectors.playReadyHead(scheme) + Hexadecimal.encode(document)
        #expect(Hexadecimal.encode(playReady.header.bytes) == box)
        #expect(playReady.keyURI == ShakaVectors.playReadyURI(scheme))
    }

    @Test("Without the key, PlayReady's header of cenc has no checksum; that of cbcs never has one")
    func checksum() throws {
        let bare = try KeySystemSignalling(of: .playReady, keyID: ShakaVectors.keyID, scheme: .cenc)
        let headers = try PlayReadyObject(parsing: bare.header.data[...]).headers()
        #expect(headers.map(\.keys) == [[PlayReadyHeader.Key(id: ShakaVectors.keyID, algorithm: "AESCTR")]])
        let cbcs = try signalling(.playReady, .cbcs)
        #expect(
            try PlayReadyObject(parsing: cbcs.header.data[...]).headers().first?.keys.first?.checksum == nil
        )
    }

    /// By NIST SP 800-38A, F.1.1 (ECB-AES128), the key 2b7e… gives 3ad77bb40d7a3660… for the block 6bc1bee2….
    ///
    /// The id is that block with the byte order of the GUID's first three fields reversed.
    @Test("The checksum is AES in ECB mode over the id as PlayReady stores it")
    func checksumOfStandard() throws {
        let key = try ContentKey(
            copying: try #require(Hexadecimal.decode("2b7e151628aed2a6abf7158809cf4f3c"))
        )
        let id = try #require(UUID(uuidString: "e2bec16b-402e-969f-e93d-7e117393172a"))
        let checksum = try PlayReadyChecksum.bytes(keyID: id, key: key)
        #expect(Hexadecimal.encode(checksum) == "3ad77bb40d7a3660")
    }

    @Test("URIs are read back", arguments: ProtectionScheme.allCases)
    func reading(scheme: ProtectionScheme) throws {
        let widevine = try #require(try KeyURIDocument(keyURI: ShakaVectors.widevineURI(scheme)))
        #expect(widevine.system == .widevine)
        #expect(widevine.keyIDs == [ShakaVectors.keyID])
        #expect(widevine.scheme == scheme)
        let playReady = try #require(try KeyURIDocument(keyURI: ShakaVectors.playReadyURI(scheme)))
        #expect(playReady.system == .playReady)
        #expect(playReady.keyIDs == [ShakaVectors.keyID])
        #expect(playReady.scheme == scheme)
    }
}
