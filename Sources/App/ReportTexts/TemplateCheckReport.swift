import Failures
package import KeyURITemplates
import Presentations
package import ProviderTemplates
import TextFormats

/// The result of `templates check`.
package struct TemplateCheckReport: Encodable {
    struct Finding: Encodable {
        let rule: String
        let severity: String
        let line: Int?
        let column: Int?
        let message: String

        init(_ finding: TemplateFinding) {
            rule = finding.rule
            severity = finding.severity.rawValue
            line = finding.location?.line
            column = finding.location?.column
            message = finding.message.truncatedForMessage
        }
    }

    let template: String
    package let holds: Bool
    /// The number of keys that were tested; their titles are invented.
    let keys: Int
    /// The number of asset ids by which their key was found.
    let assetIDs: Int
    /// The number of FairPlay licenses that had the right key and IV, plus key responses that had the right
    /// key.
    let licenses: Int
    let findings: [Finding]

    enum CodingKeys: String, CodingKey {
        case template, holds, keys
        case assetIDs = "asset_ids"
        case licenses, findings
    }

    /// Creates the report of a tested template.
    package init(
        _ template: String,
        _ findings: [TemplateFinding],
        keys: Int = 0,
        assetIDs: Int = 0,
        licenses: Int = 0
    ) {
        self.template = template
        self.keys = keys
        self.assetIDs = assetIDs
        self.licenses = licenses
        self.findings = findings.map(Finding.init)
        holds = !findings.contains { $0.severity == .error }
    }

    /// Creates the report of an invalid or unreadable template.
    ///
    /// The error may be located in a template that it extends.
    package init(_ template: String, _ error: OnboardingTemplateError) {
        let isInTemplate = error.location.source == template
        let finding = TemplateFinding(
            rule: "unreadable",
            severity: .error,
            at: isInTemplate ? error.location : nil,
            message: isInTemplate ? "\(error.problem)" : "\(error)"
        )
        self.init(template, [finding])
    }

    /// Creates the report of a template that gives one of its variables an invalid value.
    package init(_ template: String, variable error: TemplateVariableError) {
        let finding = TemplateFinding(
            rule: "wrong-value",
            severity: .error,
            message: "\(error)"
        )
        self.init(template, [finding])
    }

    /// A line for each finding, and a summary.
    package var text: String {
        let lines = findings.map { finding in
            let location = TextLocation(in: template, line: finding.line, column: finding.column)
            return "\(location): \(finding.severity): \(finding.message) [\(finding.rule)]\n"
        }
        let errors = findings.count { $0.severity == TemplateFinding.Severity.error.rawValue }
        let summary =
            holds
            ? "\(template): holds: \(CountText.text(keys, "key")) tried; "
                + "\(CountText.text(assetIDs, "asset id")) led to the right key; "
                + "\(CountText.text(licenses, "right license or key response", plural: "right licenses and key responses")) "
                + "(with a stand-in for Apple's function D)\n"
            : "\(template): does not hold (\(CountText.text(errors, "error")))\n"
        return lines.joined() + summary
    }
}
