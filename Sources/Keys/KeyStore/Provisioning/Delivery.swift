import FoundationEssentials

/// What was noted of one key at one target, newest last.
struct Delivery {
    /// The record that was delivered after the newest confirmation.
    private(set) var unconfirmed: [UInt8]?
    /// The record that was confirmed last.
    private(set) var confirmed: [UInt8]?
    /// Whether the target was ever sent the key.
    private(set) var wasSent = false

    /// Takes in the next row: its state and its record's digest.
    mutating func append(state: String, digest: [UInt8]?) {
        switch state {
        case "delivered": unconfirmed = digest
        case "confirmed", "revoked": (confirmed, unconfirmed) = (digest, nil)
        default: return
        }
        wasSent = true
    }

    /// What the target has of `key`.
    ///
    /// What was delivered after a confirmation may have taken its place. A revoked key that was never sent is nothing that
    /// a target has to be told of.
    func state(of key: ExportableKey, digest: [UInt8]) -> KeyServerState {
        if confirmed == digest, unconfirmed == nil { return key.state == .revoked ? .revoked : .confirmed }
        return key.state == .revoked && !wasSent ? .revoked : .pending
    }
}
