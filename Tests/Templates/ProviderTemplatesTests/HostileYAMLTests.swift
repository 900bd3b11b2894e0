import Testing
import TextFormats

@testable import ProviderTemplates

/// YAML designed to exhaust the reader.
@Suite struct HostileYAMLTests {
    private func read(_ yaml: String) throws -> OnboardingTemplate {
        try OnboardingTemplate(yaml: Array(yaml.utf8), source: "t.yaml")
    }

    /// Nine aliases of nine aliases, thirty deep, are refused at the first alias, before any expansion.
    @Test(.timeLimit(.minutes(1)), arguments: ["x%: &x% ", "? &x% "])
    func billionLaughs(form: String) {
        var yaml = "x0: &x0 [lol]\n"
        for level in 1...30 {
            let aliases = Array(repeating: "*x\(level - 1)", count: 9).joined(separator: ",")
            yaml += form.replacing("%", with: "\(level)") + "[\(aliases)]\n"
        }
        let error = #expect(throws: OnboardingTemplateError.self) { try read(yaml) }
        #expect(error?.problem == .alias)
        #expect(error?.location.line == 2)
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "[", "{", "- ", "? ", "{a: ", "[{", "a:\n ", "!", "&a ", "\"", "|", "a: [", "\n", "%", ": ", ", ",
        ]
    )
    func deepAndLong(piece: String) {
        let yaml = String(repeating: piece, count: OnboardingTemplate.maximumBytes / piece.utf8.count)
        #expect(throws: OnboardingTemplateError.self) { try read(yaml) }
    }
}
