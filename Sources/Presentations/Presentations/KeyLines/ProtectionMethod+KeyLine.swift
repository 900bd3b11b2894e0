package import HLSPlaylists
package import ProtectionTerms

extension ProtectionMethod {
    /// The method that a key line names; nil for one that is not written here.
    package init?(_ method: EncryptionKey.Method) {
        guard case .known(let known) = method else { return nil }
        self = known
    }

    /// What key lines call it.
    package var playlistMethod: EncryptionKey.Method { .known(self) }
}
