package import Protection
import TextFormats

/// The human-readable report of `protect` and `package`.
package enum ProtectionText {
    package static func text(of report: ProtectionReport) -> String {
        var renditions = TextTable("RENDITION", "SEGMENTS", "ENCRYPTED", "CLEAR", "SIZE")
        for line in report.renditions {
            renditions.add(
                line.name,
                "\(line.segments)",
                "\(line.encrypted)",
                "\(line.segments - line.encrypted)",
                ByteCount.text(line.bytes)
            )
        }
        var keys = TextTable("KEY", "TRACK", "PERIOD", "GENERATION", "SYSTEM", "URI", "")
        for line in report.keys {
            let first = line.signalling.first
            keys.add(
                line.keyID ?? "(minted by the run)",
                line.track,
                "\(line.period)",
                "\(line.generation)",
                first?.system ?? "",
                first?.uri ?? line.uri,
                line.isNew ? "new" : ""
            )
            for other in line.signalling.dropFirst() { keys.add("", "", "", "", other.system, other.uri) }
        }
        let notes = report.notes.map { $0 + "\n" }.joined()
        let table = report.keys.isEmpty ? "" : keys.text + "\n"
        return renditions.text + "\n" + table + notes + summary(of: report) + "\n"
    }

    private static func protection(of report: ProtectionReport) -> String {
        report.method == "none"
            ? "clear" : "\(report.method), \(report.keySystems.joined(separator: ", "))"
    }

    private static func summary(of report: ProtectionReport) -> String {
        let size =
            "\(protection(of: report)); \(CountText.text(report.files, "file")), "
            + "\(ByteCount.text(report.bytes)) of media"
        return switch report.outcome {
        case "unchanged": "\(report.output): exists already, identical (\(size))"
        case "replaced": "\(report.output): replaced (\(size))"
        case "dry-run": "\(report.output): would be published (\(size)); nothing was written"
        default: "\(report.output): published (\(size))"
        }
    }
}
