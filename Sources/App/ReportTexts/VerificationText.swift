import Inspection
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
        let errors = report.findings.count { $0.severity == .error }
        guard report.holds else { return "\(report.playlist): does not hold (\(errors) errors)" }
        let comparison = report.source == nil ? "" : " and equals its source"
        // A verification that holds with nothing encrypted was requested with `--clear`.
        let isClear = report.renditions.allSatisfy { $0.encrypted == 0 }
        return "\(report.playlist): verified: \(segments) segments, "
            + (isClear ? "every one is clear and well-formed" : "every one decrypts") + comparison
    }
}
