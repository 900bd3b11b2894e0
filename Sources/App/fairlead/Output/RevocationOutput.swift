import CommandLineParts
import ReportTexts

/// The output for a revoked key, as text and as JSON.
struct RevocationOutput: Encodable {
    let key: KeyReference
    /// Indicates whether the key was active before.
    let changed: Bool
    /// The license servers that do not have the tombstone yet, or nil in a dry run.
    let pending_at: [String]?

    static func write(
        _ revocations: [RevocationOutput],
        isDryRun: Bool,
        _ messages: OutputOptions
    ) throws {
        struct Result: Encodable {
            let dry_run: Bool
            let keys: [RevocationOutput]
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
