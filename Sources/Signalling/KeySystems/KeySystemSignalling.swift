package import Ciphers
package import FoundationEssentials
package import ISOBaseMedia
package import ProtectionTerms

/// What a key system is told of a key: its `pssh` box, and the URI of its key lines.
package struct KeySystemSignalling: Hashable, Sendable {
    /// The box that stands in the initialization section.
    package let header: ProtectionSystemSpecificHeaderBox
    /// The URI of key lines; nil for the common system, whose keys have a URI from outside.
    package let keyURI: String?

    /// The signalling of a key.
    ///
    /// The same arguments give the same bytes.
    /// - Parameters:
    ///   - system: the key system.
    ///   - keyID: the key's id.
    ///   - scheme: how the media are encrypted.
    ///   - key: the key, of which the header of PlayReady has a checksum under `cenc`; without it there is none.
    /// - Throws: `CipherError` from the library.
    package init(
        of system: ProtectionSystem,
        keyID: UUID,
        scheme: ProtectionScheme,
        key: ContentKey? = nil
    ) throws(CipherError) {
        let id = keyID.bytes
        switch system {
        case .common:
            header = ProtectionSystemSpecificHeaderBox(systemID: system.systemID, keyIDs: [id], data: [])
            keyURI = nil
        case .widevine:
            let document = WidevineHeader(keyIDs: [id], schemeType: scheme.type)
            header = ProtectionSystemSpecificHeaderBox(systemID: system.systemID, data: document.bytes)
            keyURI = DataURI(mediaType: DataURI.widevineType, bytes: header.bytes).text
        case .playReady:
            var checksum: [UInt8]?
            if scheme == .cenc, let key {
                checksum = try PlayReadyChecksum.bytes(keyID: keyID, key: key)
            }
            let document = PlayReadyHeader(keyID: keyID, scheme: scheme, checksum: checksum)
            let object = PlayReadyObject(document).bytes
            header = ProtectionSystemSpecificHeaderBox(systemID: system.systemID, data: object)
            keyURI = DataURI(mediaType: DataURI.playReadyType, bytes: object).text
        }
    }
}
