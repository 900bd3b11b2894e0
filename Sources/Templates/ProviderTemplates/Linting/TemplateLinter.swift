import TextFormats

/// The linter of onboarding templates, which applies every rule.
package enum TemplateLinter {
    /// Returns the findings of all rules, errors first.
    ///
    /// - Parameters:
    ///   - lintedTemplate: the template with its samples.
    ///   - source: the file of the template, for the locations of findings.
    /// - Returns: the findings, by severity and then in the order of the rules.
    package static func findings(
        _ lintedTemplate: LintedTemplate,
        in source: OnboardingTemplate.Source
    ) -> [TemplateFinding] {
        let file = try? TemplateLineage(source.yaml, source: source.name, folder: source.folder).mapping
        let findings = TemplateRule.all.flatMap { rule in
            rule.check(lintedTemplate).map { hit in
                // A value from an extended template has no location in this file.
                let location = rule.key.flatMap { file?.value($0)?.location }.flatMap {
                    $0.source == source.name ? $0 : nil
                }
                return TemplateFinding(
                    rule: rule.id,
                    severity: hit.severity ?? rule.severity,
                    at: location,
                    message: hit.message
                )
            }
        }
        return TemplateFinding.Severity.allCases.flatMap { severity in
            findings.filter { $0.severity == severity }
        }
    }
}
