package import Failures
import TextFormats

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
        for (title, records) in records.byTitle {
            let entry = KeyAdditions.LogEntry.encryption(with: records, of: path)
            try logAudit(entry.action, subject: title.value, detail: entry.detail)
        }
    }

    /// Logs that keys are about to be used to read media or to write their playlists.
    ///
    /// - Parameters:
    ///   - records: the keys.
    ///   - path: the playlist to read, or the folder of the tree to write.
    /// - Throws: `.permissions` and other errors of writing the log.
    package func logDecryption(with records: [KeyRecord], of path: String) throws(RunFailure) {
        for (title, records) in records.byTitle {
            try logAudit(.decrypt, subject: title.value, detail: "\(records.differentKeyText) for \(path)")
        }
    }

    /// Logs a failure that is a refusal, if the log can be written: the refusal matters, not whether it is
    /// logged.
    func logDenial(_ failure: RunFailure) {
        guard let subject = failure.auditSubject else { return }
        try? logAudit(.denied, subject: subject, detail: failure.unlabeled.description)
    }
}

extension [KeyRecord] {
    /// The records of each title, ordered by title.
    var byTitle: [(title: ContentID, records: [KeyRecord])] {
        Dictionary(grouping: self, by: \.identity.contentID).sorted { $0.key < $1.key }
            .map { (title: $0.key, records: $0.value) }
    }

    /// The number of different keys, as text.
    var differentKeyText: String { CountText.text(Set(map(\.identity)).count, "key") }
}
