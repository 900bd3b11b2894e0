package import KeyStore

/// All that a run of `fairlead protect` needs to know.
package struct ProtectionRequest: Sendable {
    /// The multivariant or media playlist.
    package var playlist: String
    /// The directory that no URI may leave; nil for the playlist's.
    package var root: String?
    /// The directory of the result.
    package var output: String
    /// Whether a different result is replaced.
    package var overwrites = false
    /// The keys.
    package var keys: KeyRequest
    /// The name of the onboarding template, for the record; nil when the URI was given.
    package var templateName: String?
    /// How the media are protected.
    package var policy = ProtectionPolicy()
    /// Which renditions may have changed since their key was used.
    package var reuse = KeyReuse.none
    /// Which keys the multivariant playlist announces.
    package var sessionKeys = SessionKeySelection.start
    /// Worker threads.
    package var jobs = 1

    /// A request with the defaults of the command line.
    package init(playlist: String, output: String, keys: KeyRequest) {
        self.playlist = playlist
        self.output = output
        self.keys = keys
    }
}
