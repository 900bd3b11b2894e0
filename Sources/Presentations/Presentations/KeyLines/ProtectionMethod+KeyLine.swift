package import HLSPlaylists
package import ProtectionTerms

extension ProtectionMethod {
    /// Creates the method that a key line names, or nil if fairlead does not write that method.
    package init?(_ method: EncryptionKey.Method) {
        guard case .known(let known) = method else { return nil }
        self = known
    }

    /// The value of `METHOD` in key lines.
    package var playlistMethod: EncryptionKey.Method { .known(self) }
}
