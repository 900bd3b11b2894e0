import CommandLineParts
import ReportTexts

/// A key that was revoked, for people and in JSON.
struct RevocationText: Encodable {
    let key: KeyReference
    /// Whether it was in use until now.
    let changed: Bool
    /// The key servers that do not have the tombstone yet; nil if nothing was done.
    let pending_at: [String]?

    static func write(
        _ revocations: [RevocationText],
        isDryRun: Bool,
        _ messages: OutputOptions
    ) throws {
        struct Result: Encodable {
            let dry_run: Bool
            let keys: [RevocationText]
        }
        guard messages.format == .text else {
            return try StandardOutput.write(JSONText.pretty(Result(dry_run: isDryRun, keys: revocations)))
        }
        var table = PagedTable(header: KeyReference.header + ["", "PENDING AT"])
        for revocation in revocations {
            let now = isDryRun ? "would be revoked" : "revoked"
            try table.add(
                revocation.key.cells + [
                    revocation.changed ? now : "was revoked",
                    revocation.pending_at?.joined(separator: ", ") ?? "",
                ]
            )
        }
        try table.flush()
    }
}
