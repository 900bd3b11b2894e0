import KeyStore

extension ExportableKey {
    /// What is to be done about a key that a value beside it shows; nil where none does, or where it was revoked, as then nobody
    /// protects with it again.
    package var exposureText: String? {
        guard state == .active, let exposure = record.exposure else { return nil }
        return
            "\(record.identity): this key is in the clear, as \(exposure.words). Protect the title again with --new-key, then "
            + "revoke the key with fairlead keys revoke."
    }
}
