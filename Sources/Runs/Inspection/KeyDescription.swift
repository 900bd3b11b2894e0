import FoundationEssentials
import HLSPlaylists
import KeySystems
import Presentations
import ProtectionTerms

/// Descriptions of keys and key lines.
package enum KeyDescription {
    /// The names of key systems by `KEYFORMAT`, in lower case.
    private static let systems: [String: String] = {
        let common = "urn:uuid:" + KeySystem.commonSystemID.uuidString.lowercased()
        var systems = [common: "ClearKey", "org.w3.clearkey": "ClearKey"]
        for system in KeySystem.namedSystems { systems[system.keyFormat] = system.title }
        systems[KeySystem.playReady.urn ?? ""] = KeySystem.playReady.title
        return systems
    }()

    /// Returns the name of the key system of a `KEYFORMAT`, or the `KEYFORMAT` itself if it is unknown.
    static func system(ofFormat format: String) -> String { systems[format.lowercased()] ?? format }

    /// Redacts a URI, removing query, fragment and user information.
    ///
    /// For a `data` URI (RFC 2397) it removes the data, which may be a key.
    package static func redactedURI(_ uri: String) -> String { KeyURIRedaction.redacted(uri) }

    /// Returns a key line for display.
    static func inspection(of key: Located<EncryptionKey>) -> KeyInspection {
        KeyInspection(
            line: key.line,
            method: key.value.method.name,
            system: system(ofFormat: key.value.keyFormat),
            keyFormat: key.value.keyFormat,
            keyFormatVersions: key.value.keyFormatVersions,
            uri: key.value.uri.map(redactedURI),
            keyIDs: keyIDs(of: key.value),
            ivKind: ivKind(of: key.value),
            iv: key.value.iv.map(HexadecimalSequence.encode)
        )
    }

    /// Returns the key ids that a key line names, in lower case.
    private static func keyIDs(of key: EncryptionKey) -> [String] {
        let documentIDs = KeyURIDocument.keyIDs(inKeyURI: key.uri ?? "")
        let written = key.keyID.flatMap { UUID(bytes: $0) }
        let ids =
            documentIDs + [written].compactMap { id in id.flatMap { documentIDs.contains($0) ? nil : $0 } }
        return ids.map { $0.uuidString.lowercased() }
    }

    /// Returns the origin of the IV.
    ///
    /// Without an `IV` attribute, the media sequence number is the IV in the identity format only
    /// (RFC 8216bis 5.2). For SAMPLE-AES-CTR and AES-256-GCM, IVs are in the media (4.4.4.4).
    private static func ivKind(of key: EncryptionKey) -> KeyInspection.IVKind {
        if key.iv != nil { return .explicit }
        switch key.method {
        case .none: return .none
        case .known(let method) where method.hasIVsInMedia: return .none
        case .known, .unknown: return key.keyFormat == EncryptionKey.identity ? .implicit : .none
        }
    }
}
