package import LicenseFlows
import ProtectionTerms
import ReportTexts
import TextFormats

/// The human-readable report of `rehearse`: a table of steps and the findings for each license flow, and a
/// summary.
package enum LicenseFlowText {
    /// The maximum length of a cell, in characters.
    private static let cellWidth = 60

    /// Returns the text of a report.
    ///
    /// - Parameter report: the report, whose texts may contain any characters.
    /// - Returns: lines without control characters; the last one has the outcome.
    package static func text(of report: LicenseFlowReport) -> String {
        let remarks = report.remarks.map { "remark: \($0.printableMessage)\n" }.joined()
        return head(of: report) + (report.captured.map(text) ?? "")
            + report.flows.map { text(of: $0, isCaptured: report.playlist == nil) + "\n" }.joined()
            + remarks + (remarks.isEmpty ? "" : "\n") + summary(of: report).printableMessage + "\n"
    }

    /// Returns the first lines of the report: the key export, and the clear presentation that decrypted
    /// segments were compared with.
    private static func head(of report: LicenseFlowReport) -> String {
        let export = report.export.map { "keys: \($0.summary)" }
        let source = report.source.map { "source: \($0)" }
        let lines = [export, source].compactMap { $0.map { $0.printableMessage + "\n" } }
        return lines.joined() + (lines.isEmpty ? "" : "\n")
    }

    // MARK: A flow

    private static func text(of flow: FlowReport, isCaptured: Bool) -> String {
        var table = TextTable("CODE", "STEP", "ASKED", "CAME", "RESULT")
        for step in flow.steps {
            table.add(
                step.code.rawValue,
                step.title.escapingControls + (step.count > 1 ? " ×\(step.count)" : ""),
                cell(step.asked),
                cell(step.came),
                result(of: step)
            )
        }
        let findings = flow.steps.flatMap { step in
            step.findings.map {
                "\($0.severity.rawValue): \(step.code.rawValue): \($0.text)".printableMessage + "\n"
            }
        }
        let description =
            isCaptured ? "how a license server handles a captured request" : flow.flow.reportDescription
        let heading = "\(flow.flow.rawValue) (\(description)): \(flow.holds ? "holds" : "DOES NOT HOLD")\n"
        return heading + table.text + (findings.isEmpty ? "" : "\n") + findings.joined()
    }

    private static func result(of step: StepReport) -> String {
        switch step.outcome {
        case .holds: step.findings.isEmpty ? "holds" : "holds, with warnings"
        case .fails: "FAILS"
        case .skipped: "skipped"
        }
    }

    /// Returns a shortened text, to keep lines readable; JSON has the whole text.
    private static func cell(_ text: String) -> String {
        text.printableMessage.cutInTheMiddle(to: cellWidth)
    }

    // MARK: A captured request

    private static func text(of captured: CapturedRequest) -> String {
        var fields = TextTable("FIELD", "VALUE")
        for field in captured.fields {
            fields.add(field.name.escapingControls, field.value.printableMessage)
        }
        var blocks = TextTable("BLOCK", "BYTES")
        for block in captured.blocks { blocks.add(block.tag.escapingControls, "\(block.length)") }
        let unproven = captured.isUnproven ? ", of a version that no public test vector covers" : ""
        return "\(captured.file): an SPC, as \(captured.form)\(unproven)".printableMessage + "\n"
            + fields.text + "\n" + blocks.text + "\n"
    }

    // MARK: The end

    private static func summary(of report: LicenseFlowReport) -> String {
        let name = report.playlist ?? report.captured?.file ?? "the captured SPC"
        let work =
            report.playlist == nil
            ? "checked" : "rehearsed: \(report.flows.map(\.flow.rawValue).joined(separator: ", "))"
        let outcome =
            report.holds
            ? (report.warningCount == 0
                ? "all steps hold" : "all steps hold (\(CountText.text(report.warningCount, "warning")))")
            : "does not hold (\(CountText.text(report.errorCount, "error")))"
        let function = report.deviceKeyFunction.map { " (device key function: \($0))" } ?? ""
        return "\(name): \(work): \(outcome)\(function)"
    }
}

extension String {
    /// Returns the text, with an ellipsis in place of its middle if it is too long, because both ends
    /// identify it.
    ///
    /// - Parameter width: the maximum number of characters, at least 3.
    /// - Returns: at most `width` characters.
    func cutInTheMiddle(to width: Int) -> String {
        guard count > width else { return self }
        let start = (width - 1) / 2
        return prefix(start) + "…" + suffix(width - 1 - start)
    }
}
