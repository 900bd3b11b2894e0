import Bitstreams
import FoundationEssentials
import HLSPlaylists
import KeyStore
import KeySystems
import Presentations
import ProtectionTerms
import TextFormats

/// Checks what key lines say of their key besides METHOD.
///
/// This is the key id in `KEYID`, and for Widevine and PlayReady the document in the `data` URI, which must
/// name the key of the record and the scheme of the method.
enum KeyDocumentCheck {
    /// Describes what is wrong with the key id or the URI of a key line, or returns nil if nothing is.
    static func fault(of key: EncryptionKey, record: KeyRecord) -> String? {
        if let written = key.keyID, written != record.keyID.bytes {
            let expected = record.keyID.uuidString.lowercased()
            return "KEYID is not that of the key (\(Hexadecimal.encode(written)), expected \(expected))"
        }
        guard key.system.hasDocument,
            let document = try? KeyURIDocument(keyURI: key.uri ?? "")
        else { return nil }
        if let system = document.system, system != ProtectionSystem(key.system) {
            return "the URI of \(key.system.title) contains a document of \(system.name)"
        }
        if let fault = fault(of: document, naming: [record]) { return "the URI " + fault }
        guard let found = document.scheme, let method = ProtectionMethod(key.method),
            let expected = method.scheme, found != expected
        else { return nil }
        return
            "the URI says that the media use \(found.rawValue) (METHOD=\(key.method.name) means \(expected.rawValue))"
    }

    /// Describes why the `data` URI of a Widevine or PlayReady line cannot be read as a document.
    ///
    /// Returns nil if it can be read, and for other URIs.
    static func fault(ofDocumentIn key: EncryptionKey) -> String? {
        guard key.system.hasDocument else { return nil }
        do throws(KeyURIDocument.Failure) {
            _ = try KeyURIDocument(keyURI: key.uri ?? "")
            return nil
        } catch {
            return message(for: error)
        }
    }

    /// Describes what is wrong with a document that names keys, to follow its name in a message.
    ///
    /// Returns nil if nothing is wrong.
    static func fault(of document: KeyURIDocument, naming records: [KeyRecord]) -> String? {
        document.faults.first ?? otherKeys(in: document, than: records)
            ?? wrongChecksum(in: document, of: records)
    }

    /// Describes the keys in a document that are none of these, or returns nil if it has no others.
    static func otherKeys(in document: KeyURIDocument, than records: [KeyRecord]) -> String? {
        let keyIDs = records.map(\.keyID)
        let otherKeyIDs = document.keyIDs.filter { !keyIDs.contains($0) }
        return otherKeyIDs.isEmpty ? nil : "names key \(idList(otherKeyIDs)) (expected \(idList(keyIDs)))"
    }

    /// Describes wrong key checksums in a document, or returns nil if none is wrong.
    static func wrongChecksum(in document: KeyURIDocument, of records: [KeyRecord]) -> String? {
        let isWrong = records.contains { record in
            guard let written = document.checksums[record.keyID] else { return false }
            return (try? PlayReadyChecksum.bytes(keyID: record.keyID, key: record.key)) != written
        }
        return isWrong ? "has a CHECKSUM that is not that of the key" : nil
    }

    private static func idList(_ ids: [UUID]) -> String {
        ids.map { $0.uuidString.lowercased() }.joined(separator: ", ")
    }

    private static func message(for failure: KeyURIDocument.Failure) -> String {
        switch failure {
        case .notBase64: "the data URI is not encoded in base64"
        case .malformed(let error): "the data URI is malformed: \(error.found), expected \(error.expected)"
        }
    }
}
