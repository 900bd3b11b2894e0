import Testing

@testable import ProviderTemplates

/// YAML that is made to exhaust the reader.
@Suite struct HostileYAMLTests {
    private func read(_ yaml: String) throws -> OnboardingTemplate {
        try OnboardingTemplate(yaml: Array(yaml.utf8), source: "t.yaml")
    }

    /// Nine aliases of nine aliases, thirty deep: refused at the first alias, before anything is expanded.
    @Test(.timeLimit(.minutes(1)), arguments: ["x%: &x% ", "? &x% "])
    func billionLaughs(form: String) {
        var yaml = "x0: &x0 [lol]\n"
        for level in 1...30 {
            let aliases = Array(repeating: "*x\(level - 1)", count: 9).joined(separator: ",")
            yaml += form.replacing("%", with: "\(level)") + "[\(aliases)]\n"
        }
        let error = #expect(throws: OnboardingTemplateError.self) { try read(yaml) }
        #expect(error?.problem == .alias)
        #expect(error?.line == 2)
    }

    @Test(arguments: [
        "a: *b", "*a", "- *a", "-\t*a", "[*a]", "[a,*b]", "{*a : b}", "{a: *b}", "{\"a\":*b}", "? *a",
        "a:\n  *b",
        "a: !t *b", "a: &c *b", "#x\r*a", "\u{FEFF}*a", "\u{2028}*a", "\u{85}*a", "a: *_", "a: *-", "a: *1",
        "   *a", "a: \"x\" #\n*a", "'#'\n: *a", "# x\u{85}*a", "# x\u{2028}*a", "# x\u{2029}*a",
    ])
    func aliases(yaml: String) {
        #expect(AliasScan.firstAlias(in: yaml) != nil)
    }

    @Test(arguments: [
        "", "*", "* a", "a*b", "a/*b", "a=*b", "{a}*{b}", "a: 2**3", "# see *this*", "  # *this*",
        "a: b\r\n# *c",
        "skd://{content_id}*{track}?a=*b&c", "**bold",
    ])
    func noAliases(yaml: String) {
        #expect(AliasScan.firstAlias(in: yaml) == nil)
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
