import Foundation
import ISOBaseMedia
import KeySystems
import ProtectionTerms
import Testing

@Suite("Documents in key URIs")
struct KeyURIDocumentTests {
    private func uri(_ bytes: [UInt8]) -> String { DataURI(mediaType: "text/plain", bytes: bytes).text }

    @Test("A URI of another scheme holds none", arguments: ["skd://a", "https://a/data:b", "key.bin", ""])
    func otherSchemes(text: String) throws {
        #expect(try KeyURIDocument(keyURI: text) == nil)
        #expect(KeyURIDocument.keyIDs(inKeyURI: text) == [])
    }

    @Test("A pssh box of PlayReady, which some packagers write into key lines")
    func playReadyBox() throws {
        let box = try KeySystemSignalling(of: .playReady, keyID: ShakaVectors.keyID, scheme: .cbcs).header
        let document = try #require(try KeyURIDocument(keyURI: uri(box.bytes)))
        #expect(document.system == .playReady)
        #expect(document.keyIDs == [ShakaVectors.keyID])
        #expect(document.scheme == .cbcs)
    }

    @Test("The common system, and ids that a box and its data both list")
    func listedIDs() throws {
        let ids = [ShakaVectors.keyID, ShakaVectors.otherKeyID].map(\.bytes)
        let common = ProtectionSystemSpecificHeaderBox(
            systemID: ProtectionSystem.common.systemID,
            keyIDs: ids,
            data: []
        )
        #expect(
            try KeyURIDocument(keyURI: uri(common.bytes))?.keyIDs == [
                ShakaVectors.keyID, ShakaVectors.otherKeyID,
            ]
        )
        let widevine = ProtectionSystemSpecificHeaderBox(
            systemID: ProtectionSystem.widevine.systemID,
            keyIDs: [ids[1]],
            data: WidevineHeader(keyIDs: ids).bytes
        )
        #expect(
            try KeyURIDocument(keyURI: uri(widevine.bytes))?.keyIDs == [
                ShakaVectors.otherKeyID, ShakaVectors.keyID,
            ]
        )
    }

    @Test("A system that is not known here")
    func unknownSystem() throws {
        let box = ProtectionSystemSpecificHeaderBox(
            systemID: [UInt8](repeating: 7, count: 16),
            keyIDs: [ShakaVectors.keyID.bytes],
            data: [1, 2]
        )
        let document = try #require(try KeyURIDocument(keyURI: uri(box.bytes)))
        #expect(document.system == nil)
        #expect(document.keyIDs == [ShakaVectors.keyID])
    }

    @Test("Data that are no document")
    func malformed() throws {
        let widevine = try KeySystemSignalling(of: .widevine, keyID: ShakaVectors.keyID, scheme: .cbcs).header
        let broken: [[UInt8]] = [
            [], [1, 2, 3], widevine.bytes + [0], Array(widevine.bytes.dropLast()),
            ProtectionSystemSpecificHeaderBox(systemID: ProtectionSystem.widevine.systemID, data: [0x0B])
                .bytes,
            ProtectionSystemSpecificHeaderBox(systemID: ProtectionSystem.playReady.systemID, data: [1]).bytes,
        ]
        for bytes in broken {
            let error = try #require(throws: KeyURIDocument.Failure.self) {
                try KeyURIDocument(keyURI: uri(bytes))
            }
            guard case .malformed = error else {
                Issue.record("\(error)")
                continue
            }
            #expect(KeyURIDocument.keyIDs(inKeyURI: uri(bytes)) == [])
        }
        #expect(throws: KeyURIDocument.Failure.notBase64) {
            try KeyURIDocument(keyURI: "data:text/plain,abc")
        }
    }
}
