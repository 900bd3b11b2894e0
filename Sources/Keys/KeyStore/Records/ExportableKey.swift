/// A key with its signalling, policy and state, as exports contain it.
package struct ExportableKey: Sendable {
    /// The key record.
    package let record: KeyRecord
    /// The signalling of the key, oldest first.
    package let signalling: [Signalling]
    /// The newest policy, or nil if there is none.
    package let policy: KeyPolicy?
    /// The state of the key; a revoked key is exported as a tombstone.
    package let state: KeyState

    /// Creates an exportable key from its parts.
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
