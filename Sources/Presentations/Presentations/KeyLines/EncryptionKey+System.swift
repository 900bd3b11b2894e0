package import FoundationEssentials
package import HLSPlaylists
package import KeySystems
package import ProtectionTerms

extension EncryptionKey {
    /// The key system of the line.
    package var system: KeySystem { KeySystem(keyFormat: keyFormat) }
}

extension KeySystem {
    /// What `pssh` boxes call it; nil for FairPlay, which has none, and for systems that are not known here.
    package var protectionSystem: ProtectionSystem? {
        switch self {
        case .widevine: .widevine
        case .playReady: .playReady
        case .identity: .common
        default: nil
        }
    }

    /// The ids under which key servers give lines of the system: what gives the bare key has the common one of W3C, too.
    package var suppliedSystemIDs: [UUID] {
        self == .identity ? systemIDs + [KeySystem.commonSystemID] : systemIDs
    }
}
