/// HTML badges for results: a sign, a word and a color.
enum StepBadge {
    /// Returns the badge for the result of a flow or of the whole run.
    static func html(holds: Bool) -> String {
        holds ? html("good", "✓", "holds") : html("bad", "✗", "does not hold")
    }

    /// Returns the badge for the result of a step.
    static func html(_ step: StepReport) -> String {
        switch step.outcome {
        case .holds where step.findings.isEmpty: html("good", "✓", "holds")
        case .holds: html("warning", "!", "holds, with warnings")
        case .fails: html("bad", "✗", "fails")
        case .skipped: html("neutral", "»", "skipped")
        }
    }

    /// Returns the badge for the severity of a finding.
    static func html(_ severity: FlowFinding.Severity) -> String {
        switch severity {
        case .error: html("bad", "✗", "error")
        case .warning: html("warning", "!", "warning")
        }
    }

    private static func html(_ color: String, _ sign: String, _ label: String) -> String {
        #"<span class="badge \#(color)"><span aria-hidden="true">\#(sign)</span>&#160;\#(label)</span>"#
    }
}
