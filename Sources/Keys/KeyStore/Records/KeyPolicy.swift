package import ProtectionTerms

/// What a key server should demand for a key.
///
/// Versioned; absent values are not demanded.
package struct KeyPolicy: Hashable, Sendable {
    /// Counts the versions, from 1.
    package let version: Int
    /// What it demands.
    package let terms: KeyPolicyTerms

    /// A policy from its parts.
    package init(version: Int, terms: KeyPolicyTerms) {
        self.version = version
        self.terms = terms
    }
}

/// The policy of a key before and after a change; nil for none.
package struct PolicyVersions: Sendable {
    package var before: KeyPolicy?
    package var after: KeyPolicy?

    /// A pair from its parts.
    package init(before: KeyPolicy?, after: KeyPolicy?) {
        self.before = before
        self.after = after
    }
}
