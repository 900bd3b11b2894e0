import KeyStore

extension ExportableKey {
    /// The warning that the IV, an id or the name of the track reveals the key.
    ///
    /// It is nil if none of them does, or if the key is revoked, because a revoked key is not used for
    /// protection again.
    package var exposureWarning: String? {
        guard state == .active, let exposure = record.exposure else { return nil }
        return
            "\(record.identity): this key is in the clear, as \(exposure.description). Protect the title again with --new-key, then "
            + "revoke the key with fairlead keys revoke."
    }
}
