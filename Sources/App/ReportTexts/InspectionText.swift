package import Inspection
import TextFormats

/// The human-readable report of `inspect`.
package enum InspectionText {
    package static func text(of inspection: PlaylistInspection) -> String {
        var blocks: [String] = []
        if let multivariant = inspection.multivariant {
            blocks += MultivariantInspectionText.blocks(of: multivariant, named: inspection.playlist)
        }
        for media in inspection.media { blocks += MediaInspectionText.blocks(of: media) }
        if let findings = inspection.findings { blocks.append(text(of: findings)) }
        return printable(blocks.filter { !$0.isEmpty }.joined(separator: "\n"))
    }

    /// Returns a text with escaped control characters, so that names in a playlist cannot control the
    /// terminal.
    static func printable(_ text: String) -> String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool {
            scalar != "\n" && (scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value))
        }
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.map { isControl($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
    }

    /// Returns a line for each finding, and the number of findings.
    private static func text(of findings: [Finding]) -> String {
        let lines = findings.map {
            "\($0.location): \($0.severity.rawValue): \($0.rule.rawValue): \($0.detailedMessage)\n"
        }
        let counts = [Finding.Severity.error, .warning, .note].map { severity in
            (severity, findings.count { $0.severity == severity })
        }
        let summary = counts.filter { $0.1 > 0 }.map { CountText.text($0.1, $0.0.rawValue) }
        return "FINDINGS\n" + lines.joined()
            + (summary.isEmpty ? "none\n" : summary.joined(separator: ", ") + "\n")
    }
}
