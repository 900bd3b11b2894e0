package import FoundationEssentials
package import HLSPlaylists
package import ProtectionTerms

extension EncryptionKey {
    /// The key system of the line.
    package var system: KeySystem { KeySystem(keyFormat: keyFormat) }
}

extension KeySystem {
    /// The ids under which key servers give lines of the system: what gives the bare key has the common one of W3C, too.
    package var suppliedSystemIDs: [UUID] {
        self == .identity ? systemIDs + [KeySystem.commonSystemID] : systemIDs
    }
}
