/// Takes notes of what a key store cannot see, such as the use of its keys.
package protocol AuditRecorder: Sendable {
    /// Appends to the store's log of itself what the store cannot see: exports, backups, encryption,
    /// decryption, what was refused.
    ///
    /// Throws `.permissions` if the store cannot be written; what follows is the caller's decision.
    func note(_ action: AuditAction, subject: String, detail: String) throws(KeyStoreError)
}
