import LicenseFlows
import ReportTexts

/// The report of `rehearse` for people: a table for each flow, what was found below it.
enum LicenseFlowText {
    /// The text of a report.
    static func text(of report: LicenseFlowReport) -> String {
        ""
    }
}
