package import Failures
import FoundationEssentials
import ProtectionTerms

/// The first use of a title's stored keys since their store was restored from a backup.
///
/// The store cannot know what was done with the keys after the backup, or what another copy of the store does
/// with them.
package struct FirstUseSinceRestoration: Hashable, Sendable {
    /// The title that the keys belong to.
    let title: ContentID
    /// The time at which the store was restored.
    let date: Date

    /// The subject in the audit log; "title" distinguishes it from the store itself.
    var subject: String { "title \(title)" }

    /// The warning for the user.
    package var warning: String {
        "\(title): its keys are used for the first time since the store was restored from a backup (\(date.ISO8601Format())), "
            + "which does not contain what was done with them after that backup. Use \(CommandOption.newKey) if they may have encrypted other "
            + "media, and stop using every other copy of the store."
    }
}

extension KeyRecordStore {
    /// Adds the first use of a title's keys to the audit log, once they were used.
    ///
    /// Until this entry exists, every run for the title warns.
    package func logFirstUse(_ use: FirstUseSinceRestoration) throws(RunFailure) {
        try logAudit(
            .restore,
            subject: use.subject,
            detail: "its keys are used for the first time since \(use.date.ISO8601Format())"
        )
    }
}
