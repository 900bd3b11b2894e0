import CommandLineParts
import Protection
import ReportTexts

extension RunReport {
    /// Says what a run did: its warnings, the report, and standard output.
    static func publish(_ report: ProtectionReport, to path: String?, _ messages: OutputOptions) throws {
        for warning in report.warnings { Diagnostics.shared.warning(warning) }
        try write(report, to: path)
        try messages.write(report, text: ProtectionText.text)
    }
}
