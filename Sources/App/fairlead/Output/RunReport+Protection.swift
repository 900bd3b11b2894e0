import CommandLineParts
import Protection
import ReportTexts

extension RunReport {
    /// Writes the warnings, the report file and the standard output of a run.
    static func publish(_ report: ProtectionReport, to path: String?, _ messages: OutputOptions) throws {
        for warning in report.warnings { Diagnostics.shared.warning(warning) }
        try write(report, to: path)
        try messages.write(report, text: ProtectionText.text)
    }
}
