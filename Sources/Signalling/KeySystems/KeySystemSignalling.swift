package import Ciphers
package import FoundationEssentials
package import ISOBaseMedia
package import ProtectionTerms

/// The signalling of a key for one key system: its `pssh` box and the URI of its key lines.
package struct KeySystemSignalling: Hashable, Sendable {
    /// The `pssh` box for the initialization section.
    package let header: ProtectionSystemSpecificHeaderBox
    /// The URI for key lines, or nil for the common system, for which this type creates none.
    package let keyURI: String?

    /// Creates the signalling of a key; the same arguments give the same bytes.
    ///
    /// - Parameters:
    ///   - system: the key system.
    ///   - keyID: the id of the key.
    ///   - scheme: the protection scheme of the media.
    ///   - key: the key, from which the PlayReady header of `cenc` gets a checksum, or nil for no checksum.
    /// - Throws: `CipherError` if OpenSSL fails.
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
