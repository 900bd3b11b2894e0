package import Foundation

/// What a list says of a key; nobody opens the key for it.
package struct KeySummary: Hashable, Sendable {
    /// What the key is for.
    package let identity: KeyIdentity
    /// The key's own id.
    package let keyID: UUID
    /// When it came into the store, in whole seconds.
    package let createdAt: Date
    /// Whether it may be used.
    package let state: KeyState
    /// How many different URIs it was signalled with.
    package let uriCount: Int

    /// A summary from its parts.
    package init(identity: KeyIdentity, keyID: UUID, createdAt: Date, state: KeyState, uriCount: Int) {
        self.identity = identity
        self.keyID = keyID
        self.createdAt = createdAt
        self.state = state
        self.uriCount = uriCount
    }

    /// The same of a key that is there as a whole.
    package init(_ key: ExportableKey) {
        self.init(
            identity: key.record.identity,
            keyID: key.record.keyID,
            createdAt: key.record.createdAt,
            state: key.state,
            uriCount: Set(key.signalling.map { Array($0.keyURI.utf8) }).count
        )
    }
}
