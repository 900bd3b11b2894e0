package import ProtectionTerms

/// The terms that a license server should enforce for a key.
///
/// Policies have versions. Terms that are absent are not demanded.
package struct KeyPolicy: Hashable, Sendable {
    /// The number of the version, from 1.
    package let version: Int
    /// The terms of this version.
    package let terms: KeyPolicyTerms

    /// Creates a policy from its parts.
    package init(version: Int, terms: KeyPolicyTerms) {
        self.version = version
        self.terms = terms
    }
}

/// The policy of a key before and after a change; nil if there is none.
package struct PolicyVersions: Sendable {
    package var before: KeyPolicy?
    package var after: KeyPolicy?
}
