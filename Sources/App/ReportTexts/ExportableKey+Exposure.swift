import KeyStore

extension ExportableKey {
    /// The warning about a key that is revealed by a value beside it, or nil if there is none or the key is
    /// revoked.
    ///
    /// A revoked key is not used for protection again.
    package var exposureText: String? {
        guard state == .active, let exposure = record.exposure else { return nil }
        return
            "\(record.identity): this key is in the clear, as \(exposure.words). Protect the title again with --new-key, then "
            + "revoke the key with fairlead keys revoke."
    }
}
