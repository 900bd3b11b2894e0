import FoundationEssentials
import HLSPlaylists
import KeySystems
import Presentations
import ProtectionTerms

/// Keys in words.
package enum KeyText {
    /// Key systems by their `KEYFORMAT` in lower case.
    private static let systems: [String: String] = {
        let common = "urn:uuid:" + KeySystem.commonSystemID.uuidString.lowercased()
        var systems = [common: "ClearKey", "org.w3.clearkey": "ClearKey"]
        for system in KeySystem.named { systems[system.keyFormat] = system.title }
        systems[KeySystem.playReady.urn ?? ""] = KeySystem.playReady.title
        return systems
    }()

    /// The key system of a `KEYFORMAT` by its name, else the format itself.
    static func system(ofFormat format: String) -> String { systems[format.lowercased()] ?? format }

    /// A URI without what may be secret: query, fragment and user information; the data of a `data` URI (RFC 2397),
    /// which may be a key.
    package static func uri(_ uri: String) -> String { KeyURIText.redacted(uri) }

    /// A key line as it is shown.
    static func inspection(of key: Located<EncryptionKey>) -> KeyInspection {
        KeyInspection(
            line: key.line,
            method: key.value.method.name,
            system: system(ofFormat: key.value.keyFormat),
            keyFormat: key.value.keyFormat,
            keyFormatVersions: key.value.keyFormatVersions,
            uri: key.value.uri.map(uri),
            keyIDs: keyIDs(of: key.value),
            vector: vector(of: key.value),
            iv: key.value.iv.map(HexadecimalSequence.encode)
        )
    }

    /// What the line says of the ids of its keys, in lower case.
    private static func keyIDs(of key: EncryptionKey) -> [String] {
        let document = KeyURIDocument.keyIDs(inKeyURI: key.uri ?? "")
        let written = key.keyID.flatMap { UUID(bytes: $0) }
        let ids = document + [written].compactMap { id in id.flatMap { document.contains($0) ? nil : $0 } }
        return ids.map { $0.uuidString.lowercased() }
    }

    /// RFC 8216bis 5.2: without an attribute the number of the segment is the vector, in the identity format only; the media
    /// of SAMPLE-AES-CTR and AES-256-GCM have it themselves (4.4.4.4).
    private static func vector(of key: EncryptionKey) -> KeyInspection.Vector {
        if key.iv != nil { return .explicit }
        switch key.method {
        case .none: return .none
        case .known(let method) where method.hasVectorsInMedia: return .none
        case .known, .unknown: return key.keyFormat == EncryptionKey.identity ? .implicit : .none
        }
    }
}
