/// One key with what is known beside it.
package struct ExportableKey: Sendable {
    /// The key.
    package let record: KeyRecord
    /// How it was signalled, oldest first.
    package let signalling: [Signalling]
    /// The newest policy.
    package let policy: KeyPolicy?
    /// Whether it may be used; of a revoked key a tombstone is exported.
    package let state: KeyState

    /// A key from its parts.
    package init(
        record: KeyRecord,
        signalling: [Signalling] = [],
        policy: KeyPolicy? = nil,
        state: KeyState = .active
    ) {
        self.record = record
        self.signalling = signalling
        self.policy = policy
        self.state = state
    }
}
