package import KeyStore
package import Presentations
package import ProtectionTerms

/// The parameters of a run of `fairlead protect`, or of `fairlead package` without `--clear`.
package struct ProtectionRequest: Sendable {
    /// The source of the clear presentation.
    package var source: any PresentationSource
    /// The path of the output directory, as given.
    var output: String
    /// Indicates whether a different result in the output directory is replaced.
    package var overwrites = false
    /// The request for keys: the title, the template of key URIs, and a given key or master secret.
    package var keys: KeyRequest
    /// The supplier of keys and key lines, or nil if keys are minted, derived or given.
    package var supplier: (any KeySupplier)?
    /// The license server that must have all keys before encryption and at publication, or nil.
    ///
    /// It is the name given with `--require-provisioned`.
    package var requiredServer: String?
    /// The name of the onboarding template, for the key record, or nil if the key URI was given.
    package var templateName: String?
    /// The policy terms that license servers enforce, by class of the key, or nil for none.
    ///
    /// A class is `audio`, `sd`, `hd` or `uhd`, or `all` for other keys.
    package var policyTerms: (@Sendable (String) -> KeyPolicyTerms)?
    /// The method, key systems, number of keys and key periods.
    package var policy = ProtectionPolicy()
    /// The renditions whose media may have changed since their key was used (`--reuse-key`).
    package var reuse = KeyReuse.none
    /// The keys that the multivariant playlist announces (`EXT-X-SESSION-KEY`).
    package var sessionKeys = SessionKeySelection.start
    /// The rule for the bitrates in the multivariant playlist.
    var bandwidths: Bandwidths.Policy
    /// The number of worker threads.
    package var jobs = 1
    /// The record of the title that the key store gets at publication, or nil outside of batches.
    package var recording: TitleRecording?

    /// Creates a request with the defaults of the command line.
    package init(source: any PresentationSource, output: String, keys: KeyRequest) {
        self.source = source
        bandwidths = source.bandwidths
        self.output = output
        self.keys = keys
    }

    /// Creates a request for a presentation on disk, with the defaults of the command line.
    package init(playlist: String, root: String? = nil, output: String, keys: KeyRequest) {
        self.init(source: PlaylistSource(playlist, root: root), output: output, keys: keys)
    }
}
