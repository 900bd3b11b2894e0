import KeyURITemplates
import ProtectionTerms
package import ProviderTemplates
import TextFormats

/// The human-readable description of a template.
package enum TemplateDescriptionText {
    /// Returns the whole template: values, variables, usage, sources, and its file.
    package static func text(of template: OnboardingTemplate, _ source: OnboardingTemplate.Source) -> String {
        var sections = [heading(template), values(template)]
        if !template.variables.isEmpty { sections.append("Variables\n" + variables(template)) }
        sections.append("Use\n" + use(template, source.name))
        if !template.example.names.isEmpty { sections.append("Example\n" + example(template)) }
        sections += list("Sources", template.sources) + list("Not confirmed", template.unconfirmedStatements)
        let file = String(decoding: source.yaml, as: UTF8.self)
        sections.append("File (templates show \(source.name) --format yaml)\n" + indented(file))
        return sections.joined(separator: "\n")
    }

    private static func heading(_ template: OnboardingTemplate) -> String {
        let warning =
            template.isTestOnly ? "For tests only: presentations that use it must not be published.\n" : ""
        return "\(template.name): \(template.summary)\n" + warning
    }

    /// Returns the table of the template's values, in the words of the template file.
    ///
    /// A value that the template leaves to the command line has no row.
    private static func values(_ template: OnboardingTemplate) -> String {
        let report = TemplateReport(template)
        var rows: [(String, String?)] = [
            ("key URI", report.keyURI),
            ("KEYFORMAT", report.keyFormat),
            ("KEYFORMATVERSIONS", report.keyFormatVersions),
            ("key systems", report.keySystems?.joined(separator: ", ") ?? "by method and key URI"),
            ("methods", report.methods.joined(separator: ", ")),
            ("default method", report.method),
            ("IV", report.iv),
            ("keys", "one per \(report.keyPer)"),
            ("keys distinguished by", names(template.distinguishingVariables.map(\.rawValue).sorted())),
            ("session keys", report.sessionKeys),
            ("clear lead", report.clearLead),
            ("asset ids", names(report.assetID)),
            ("flow", report.flow),
            (
                "flow parameters",
                report.flowParameters.map { parameters in
                    parameters.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(
                        separator: ", "
                    )
                }
            ),
        ]
        for (trackClass, terms) in report.record.sorted(by: { $0.key < $1.key }) {
            let text = terms.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            rows.append(("demands, \(trackClass)", text.joined(separator: ", ")))
        }
        rows += [
            ("exports", names(report.exports)),
            ("extends", names(report.extends)),
        ]
        return table(rows.compactMap { name, value in value.map { [name, $0] } })
    }

    private static func variables(_ template: OnboardingTemplate) -> String {
        table(
            template.variables.map { variable in
                var properties = [variable.rule.type.rawValue]
                if let pattern = variable.rule.pattern { properties.append("matching \(pattern.text)") }
                if variable.rule.isSecret { properties.append("secret") }
                if let value = variable.defaultValue { properties.append("default \(value.text)") }
                if let source = variable.defaultFrom { properties.append("default from \(source.rawValue)") }
                if variable.isRequired { properties.append("required") }
                return [variable.name, properties.joined(separator: ", "), variable.summary]
            }
        )
    }

    private static func use(_ template: OnboardingTemplate, _ name: String) -> String {
        var arguments = [
            "fairlead protect in/main.m3u8 -o out --content-id movie-42 --template \(quoted(name))"
        ]
        let used = template.usedNames
        let isFromURL = template.variables.contains { $0.defaultFrom == .entitlementURL }
        if used.contains(StandardVariable.entitlementURL.rawValue) && !isFromURL {
            arguments.append("--entitlement-url https://license.example.com/fairplay")
        }
        // A variable whose default is the entitlement URL is set by its name, and `--entitlement-url` is left
        // out.
        for variable in template.variables
        where variable.isRequired || variable.defaultFrom == .entitlementURL {
            let value = template.example[variable.name]?.description
            arguments.append("--set \(variable.name)=\(value.map(quoted) ?? "…")")
        }
        if template.method == nil, !template.methods.contains(.sampleAES) {
            arguments.append("--method \(template.methods[0].rawValue)")
        }
        return indented(arguments.joined(separator: " \\\n    ") + "\n")
    }

    private static func example(_ template: OnboardingTemplate) -> String {
        let example = template.example
        var rows = example.names.map { ["{\($0)}", example[$0]?.description ?? ""] }
        if let uri = try? template.keyURI.rendered(example) {
            rows.append(["key URI", uri.redacted])
            for assetID in (template.assetIDRules ?? []).flatMap({ $0.assetIDs(inKeyURI: uri.redacted) }) {
                rows.append(["asset id (\(assetID.rule.name))", assetID.id])
            }
        }
        return table(rows)
    }

    private static func list(_ heading: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : [heading + "\n" + lines.map { "  \($0)\n" }.joined()]
    }

    private static func names(_ names: [String]) -> String? {
        names.isEmpty ? nil : names.joined(separator: ", ")
    }

    private static func table(_ rows: [[String]]) -> String {
        indented(TextTable.text(rows))
    }

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") ? 1 : 0)
            .map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined()
    }

    /// Returns a word quoted for the command line of `sh`.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._/:=@%+,".utf8.contains($0) }
        return isPlain && !word.isEmpty
            ? word
            : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
                + "'"
    }
}
