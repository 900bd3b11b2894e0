import FoundationEssentials

/// The history of one key at one license server; entries are appended oldest first.
struct DeliveryHistory {
    /// The digest of the record that was delivered after the newest confirmation, or nil if none was.
    private(set) var unconfirmed: [UInt8]?
    /// The digest of the record that was confirmed last, or nil if none was.
    private(set) var confirmed: [UInt8]?
    /// Indicates whether the license server ever got the key.
    private(set) var wasSent = false

    /// Appends the next row: its state and the digest of its record.
    mutating func append(state: String, digest: [UInt8]?) {
        switch state {
        case "delivered": unconfirmed = digest
        case "confirmed", "revoked": (confirmed, unconfirmed) = (digest, nil)
        default: return
        }
        wasSent = true
    }

    /// Returns the state of `key` at the license server; `digest` is that of its present record.
    ///
    /// A delivery after the newest confirmation may have replaced the confirmed record. A revoked key that
    /// was never sent needs no tombstone.
    func state(of key: ExportableKey, digest: [UInt8]) -> LicenseServerState {
        if confirmed == digest, unconfirmed == nil { return key.state == .revoked ? .revoked : .confirmed }
        return key.state == .revoked && !wasSent ? .revoked : .pending
    }
}
