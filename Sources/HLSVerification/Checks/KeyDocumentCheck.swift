import Bitstreams
import Foundation
import HLSPackaging
import HLSPlaylists
import ISOBaseMedia
import KeyStore
import KeySystems

/// Looks at the documents that key lines of Widevine and PlayReady have as `data` URIs: they name the key of the record,
/// and the scheme of the method.
enum KeyDocumentCheck {
    /// What is wrong with the URI of a key line, in words; nil where it is right, or holds no document.
    static func fault(of key: EncryptionKey, record: KeyRecord) -> String? {
        guard key.system == .widevine || key.system == .playReady, let uri = key.uri else { return nil }
        let document: KeyURIDocument?
        do throws(KeyURIDocument.Failure) {
            document = try KeyURIDocument(keyURI: uri)
        } catch {
            return text(of: error)
        }
        guard let document else { return nil }
        if let system = document.system, system != protectionSystem(of: key.system) {
            return "the URI of \(key.system.title) is a document of \(system.name)"
        }
        if let fault = fault(of: document, naming: [record.keyID]) { return "the URI " + fault }
        guard let found = document.scheme, let method = ProtectionMethod(key.method),
            let expected = method.scheme, found != expected
        else { return nil }
        return
            "the URI says that media are of \(found.rawValue) (METHOD=\(key.method.name) is \(expected.rawValue))"
    }

    /// What is wrong with the key ids of a document, in words that go on behind its name.
    static func fault(of document: KeyURIDocument, naming keys: [UUID]) -> String? {
        let others = document.keyIDs.filter { !keys.contains($0) }
        guard !others.isEmpty else { return nil }
        return "names key \(text(others)) (expected \(text(keys)))"
    }

    private static func text(_ ids: [UUID]) -> String {
        ids.map { $0.uuidString.lowercased() }.joined(separator: ", ")
    }

    private static func protectionSystem(of system: KeySystem) -> ProtectionSystem? {
        switch system {
        case .widevine: .widevine
        case .playReady: .playReady
        default: nil
        }
    }

    private static func text(of failure: KeyURIDocument.Failure) -> String {
        switch failure {
        case .notBase64: "the data URI is not of base64"
        case .malformed(let error): "the data URI is malformed: \(error.found), expected \(error.expected)"
        }
    }
}
