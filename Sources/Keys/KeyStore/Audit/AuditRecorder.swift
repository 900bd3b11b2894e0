/// Logs what a key store cannot see itself, such as the use of its keys.
package protocol AuditRecorder: Sendable {
    /// Appends an entry to the store's audit log: an export, a backup, encryption, decryption, a refusal.
    ///
    /// Throws `.permissions` if the store cannot be written; the caller decides whether to continue.
    func logAudit(_ action: AuditAction, subject: String, detail: String) throws(KeyStoreError)
}
