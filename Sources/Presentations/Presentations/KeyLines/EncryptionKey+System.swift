package import FoundationEssentials
package import HLSPlaylists
package import ProtectionTerms

extension EncryptionKey {
    /// The key system that `KEYFORMAT` names.
    package var system: KeySystem { KeySystem(keyFormat: keyFormat) }
}

extension KeySystem {
    /// The system ids under which key servers supply key lines of this system.
    ///
    /// Lines of the identity key format may also come under the common system id of W3C.
    package var suppliedSystemIDs: [UUID] {
        self == .identity ? systemIDs + [KeySystem.commonSystemID] : systemIDs
    }
}
