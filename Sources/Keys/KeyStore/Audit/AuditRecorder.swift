package import Failures

/// Logs what a key store cannot see itself, such as the use of its keys.
package protocol AuditRecorder: Sendable {
    /// Appends an entry to the store's audit log: an export, a backup, encryption, decryption, a refusal.
    ///
    /// Throws `.permissions` if the store cannot be written; the caller decides whether to continue.
    func logAudit(_ action: AuditAction, subject: String, detail: String) throws(RunFailure)
}

extension AuditRecorder {
    /// Logs that keys are about to encrypt media, again or for the first time.
    ///
    /// - Parameters:
    ///   - records: the keys.
    ///   - path: the folder of the tree that they encrypt.
    /// - Throws: `.permissions` and other errors of writing the log.
    package func logEncryption(with records: [KeyRecord], of path: String) throws(RunFailure) {
        for (title, keyCountText) in Self.keyCountTexts(records) {
            try logAudit(.use, subject: title.value, detail: "\(keyCountText) to encrypt \(path)")
        }
    }

    /// Logs that keys are about to be used to read media or to write their playlists.
    ///
    /// - Parameters:
    ///   - records: the keys.
    ///   - path: the playlist to read, or the folder of the tree to write.
    /// - Throws: `.permissions` and other errors of writing the log.
    package func logDecryption(with records: [KeyRecord], of path: String) throws(RunFailure) {
        for (title, keyCountText) in Self.keyCountTexts(records) {
            try logAudit(.decrypt, subject: title.value, detail: "\(keyCountText) for \(path)")
        }
    }

    /// Logs a failure that is a refusal, if the log can be written: the refusal matters, not whether it is
    /// logged.
    func logDenial(_ failure: RunFailure) {
        guard let subject = failure.auditSubject else { return }
        try? logAudit(.denied, subject: subject, detail: failure.unlabeled.description)
    }

    /// Returns the number of different keys of each title, as text.
    private static func keyCountTexts(_ records: [KeyRecord]) -> [(title: ContentID, keys: String)] {
        Dictionary(grouping: Set(records.map(\.identity)), by: \.contentID)
            .sorted { $0.key < $1.key }
            .map { title, keys in (title, "\(keys.count) \(keys.count == 1 ? "key" : "keys")") }
    }
}
