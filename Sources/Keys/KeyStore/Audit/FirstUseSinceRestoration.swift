package import FoundationEssentials

/// That keys of a title are minted or used for the first time since their store was restored from a backup: what was done with
/// them after the backup, or is done by another copy of the store, the store cannot know.
package struct FirstUseSinceRestoration: Hashable, Sendable {
    /// Whose keys they are.
    package let title: ContentID
    /// When the store was restored.
    package let date: Date

    /// What it is in the log; no title looks like the store there.
    var subject: String { "title \(title)" }

    /// What the user has to know.
    package var warning: String {
        "\(title): its keys are used for the first time since the store was restored from a backup (\(date.ISO8601Format())), "
            + "which knows of nothing that was done with them after that backup. Use --new-key if they may have encrypted other "
            + "media, and let no other copy of the store go on."
    }
}

extension KeyRecordStore {
    /// Notes a first use in the store's log once it has come about: it is told until then.
    package func note(_ use: FirstUseSinceRestoration) throws(KeyStoreError) {
        try note(
            .restore,
            subject: use.subject,
            detail: "its keys are used for the first time since \(use.date.ISO8601Format())"
        )
    }
}
