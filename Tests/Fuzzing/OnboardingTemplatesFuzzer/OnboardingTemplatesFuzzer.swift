import KeyURITemplates
import ProviderTemplates
import TextFormats

/// Fuzzes the reader of provider templates.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOnboardingTemplates(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    do throws(OnboardingTemplateError) {
        check(try OnboardingTemplate(yaml: input, source: "t.yaml"))
    } catch {
        precondition((error.location.line == nil) == (error.location.column == nil))
        // The parser must never meet an alias: the scan before it finds them all, which stops alias bombs.
        precondition(error.problem != .malformedYAML("found undefined alias"))
    }
    return 0
}

/// Checks that a template is complete: its variables are declared, and its example gives the expected key
/// URI.
private func check(_ template: OnboardingTemplate) {
    precondition(template.variables.count <= OnboardingTemplate.maximumVariables)
    precondition(template.method.map(template.methods.contains) ?? true)
    precondition(!template.name.isEmpty && !template.summary.isEmpty && !template.methods.isEmpty)
    let declared = Set(template.variables.map(\.name))
    precondition(
        template.keyURI.variableNames.allSatisfy {
            declared.contains($0) || StandardVariable(rawValue: $0) != nil
        }
    )
    if !template.example.names.isEmpty {
        let uri = try? template.keyURI.render(template.example)
        precondition(uri != nil && (template.expected.keyURI ?? uri) == uri)
        let rules = template.assetIDRules ?? []
        precondition(rules.isEmpty || rules.contains { !$0.assetIDs(inKeyURI: uri ?? "").isEmpty })
    }
}
