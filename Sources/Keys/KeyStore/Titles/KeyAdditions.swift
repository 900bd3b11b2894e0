package import FoundationEssentials
package import ProtectionTerms

/// The additions of a run to the keys of a title.
package struct KeyAdditions: Sendable {
    /// An entry for the log about the use of the keys, beside those that the store writes itself.
    package struct LogEntry: Sendable {
        let action: AuditAction
        let detail: String

        /// Creates an entry whose subject is the title.
        package init(_ action: AuditAction, detail: String) {
            self.action = action
            self.detail = detail
        }

        /// Returns an entry that keys are about to encrypt the media of a tree, whose folder is `path`.
        package static func encryption(with records: [KeyRecord], of path: String) -> LogEntry {
            LogEntry(.use, detail: "\(records.differentKeyText) to encrypt \(path)")
        }
    }

    /// The keys; those that are stored are compared with what is stored.
    package var drafts: [KeyDraft]
    /// The signalling of these keys and of stored ones; new keys have the ids that their drafts propose.
    package var signalling: [Signalling]
    /// The terms for keys that have no policy.
    package var policies: [(keyID: UUID, terms: KeyPolicyTerms)]
    /// Entries for the log.
    package var logEntries: [LogEntry]
    /// The URIs whose keys of other titles the caller wants to know.
    package var sharedURIs: Set<String> = []

    /// Creates additions from their parts.
    package init(
        drafts: [KeyDraft] = [],
        signalling: [Signalling] = [],
        policies: [(keyID: UUID, terms: KeyPolicyTerms)] = [],
        logEntries: [LogEntry] = []
    ) {
        self.drafts = drafts
        self.signalling = signalling
        self.policies = policies
        self.logEntries = logEntries
    }
}
