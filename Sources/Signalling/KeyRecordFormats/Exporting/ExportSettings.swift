package import Ciphers

/// What an export is to be like; a format looks at what concerns it.
package struct ExportSettings: Sendable {
    /// To whom keys of CPIX documents are encrypted, or a file as a whole; none for keys in the clear.
    package var recipients: [Certificate] = []
    /// Who signs CPIX documents; nil for nobody.
    package var signer: SigningIdentity?
    /// What SKM objects wrap their keys under.
    package var wrappingKey: WrappingKey?
    /// `key-file`: the IV follows the key.
    package var includesIV = false
    /// Only asset ids of this rule (`host`, `afterScheme`, `query:cid`, ...), by which the app of this key server takes
    /// them; nil for those of all rules.
    package var assetIDRule: String?

    /// The usual settings.
    package init() {}
}

/// Settings that only some formats look at.
package enum ExportOption: Hashable, Sendable {
    case recipients, signer, wrappingKey, iv, assetIDRule
}
