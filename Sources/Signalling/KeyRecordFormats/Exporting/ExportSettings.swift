package import Ciphers

/// The settings of an export; a format uses those that apply to it (``ExportOption``).
package struct ExportSettings: Sendable {
    /// The certificates that the keys in CPIX documents, or whole files, are encrypted to, or empty for keys
    /// in the clear.
    package var recipients: [Certificate] = []
    /// The signer of CPIX documents, or nil for no signature.
    package var signer: SigningIdentity?
    /// The key-encryption key of SKM objects, or nil if none was given.
    package var wrappingKey: WrappingKey?
    /// Indicates whether a `key-file` has the IV after the key.
    package var includesIV = false
    /// The rule by which the app gets asset ids (`host`, `afterScheme`, `query:cid`, ...), or nil for all
    /// rules.
    ///
    /// Only asset ids by this rule are exported.
    package var assetIDRule: String?

    /// Creates the default settings.
    package init() {}
}

/// A setting that only some formats use.
package enum ExportOption: Hashable, Sendable {
    case recipients, signer, wrappingKey, iv, assetIDRule
}
