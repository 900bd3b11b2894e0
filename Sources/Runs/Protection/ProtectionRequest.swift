package import KeyStore
package import Presentations
package import ProtectionTerms

/// All that a run of `fairlead protect`, or of `fairlead package` without `--clear`, needs to know.
package struct ProtectionRequest: Sendable {
    /// Where the clear presentation comes from.
    package var source: any PresentationSource
    /// The directory of the result.
    package var output: String
    /// Whether a different result is replaced.
    package var overwrites = false
    /// The keys.
    package var keys: KeyRequest
    /// Who gives the keys and what signals them; nil where they are minted, and where one was given.
    package var supplier: (any KeySupplier)?
    /// The key server that has to have the keys before a byte is encrypted, and still when the result is published
    /// (`--require-provisioned`).
    package var requiredTarget: String?
    /// The name of the onboarding template, for the record; nil when the URI was given.
    package var templateName: String?
    /// What key servers are to demand for the keys of a class (`audio`, `sd`, `hd`, `uhd`), or for others (`all`); nil where
    /// nobody says.
    package var policyTerms: (@Sendable (String) -> KeyPolicyTerms)?
    /// How the media are protected.
    package var policy = ProtectionPolicy()
    /// Which renditions may have changed since their key was used.
    package var reuse = KeyReuse.none
    /// Which keys the multivariant playlist announces.
    package var sessionKeys = SessionKeySelection.start
    /// What the bitrates in the multivariant playlist are.
    package var bandwidths: Bandwidths.Policy
    /// Worker threads.
    package var jobs = 1
    /// What is noted of the title in the key store when it is published; nil outside of batches.
    package var recording: TitleRecording?

    /// A request with the defaults of the command line.
    package init(source: any PresentationSource, output: String, keys: KeyRequest) {
        self.source = source
        bandwidths = source.bandwidths
        self.output = output
        self.keys = keys
    }

    /// A request for a presentation on disk, with the defaults of the command line.
    package init(playlist: String, root: String? = nil, output: String, keys: KeyRequest) {
        self.init(source: PlaylistSource(playlist, root: root), output: output, keys: keys)
    }
}
