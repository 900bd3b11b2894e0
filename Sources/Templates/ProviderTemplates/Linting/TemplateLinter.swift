import TextFormats

/// Looks at a template with every rule.
package enum TemplateLinter {
    /// What the rules find, errors first.
    ///
    /// - Parameters:
    ///   - subject: the template with its samples.
    ///   - source: its file, for the places.
    /// - Returns: the findings.
    package static func findings(
        _ subject: TemplateSubject,
        in source: OnboardingTemplate.Source
    ) -> [TemplateFinding] {
        let file = try? TemplateLineage(source.yaml, source: source.name, folder: source.folder).mapping
        let findings = TemplateRule.all.flatMap { rule in
            rule.check(subject).map { hit in
                // What another file says has its place there.
                let place = rule.key.flatMap { file?.value($0)?.place }.flatMap {
                    $0.source == source.name ? $0 : nil
                }
                return TemplateFinding(
                    rule: rule.id,
                    severity: hit.severity ?? rule.severity,
                    at: place,
                    message: hit.message
                )
            }
        }
        return TemplateFinding.Severity.allCases.flatMap { severity in
            findings.filter { $0.severity == severity }
        }
    }
}
