import Inspection
import TextFormats
package import Verification

/// The human-readable report of `verify`.
package enum VerificationText {
    package static func text(of report: VerificationReport) -> String {
        var table = TextTable("RENDITION", "SEGMENTS", "ENCRYPTED", "SIZE", "STREAM", "RESULT")
        for line in report.renditions {
            table.add(
                line.name,
                "\(line.segments)",
                "\(line.encrypted)",
                ByteCount.text(line.bytes),
                line.kinds.joined(separator: ", "),
                line.holds ? "holds" : "DOES NOT HOLD"
            )
        }
        let findings = report.findings.map { "\($0.severity.rawValue): \($0.text)\n" }.joined()
        return table.text + "\n" + findings + (findings.isEmpty ? "" : "\n") + summary(of: report) + "\n"
    }

    private static func summary(of report: VerificationReport) -> String {
        let segments = report.renditions.reduce(0) { $0 + $1.segments }
        let encrypted = report.renditions.reduce(0) { $0 + $1.encrypted }
        let errors = report.findings.count { $0.severity == .error }
        guard report.holds else {
            return "\(report.playlist): does not hold (\(CountText.text(errors, "error")))"
        }
        // Case 0 holds with `--clear`, or for a published part from which the encrypted segments were cut.
        let outcome =
            switch encrypted {
            case 0: ", every one is clear and well-formed"
            case segments: ", every one decrypts"
            default: ", \(encrypted) encrypted, which all decrypt"
            }
        let comparison =
            switch (report.source, encrypted) {
            case (nil, _): ""
            case (_, 0), (_, segments): " and equals its source"
            default: "; every segment equals its source"
            }
        return "\(report.playlist): verified: \(CountText.text(segments, "segment"))" + outcome + comparison
    }
}
