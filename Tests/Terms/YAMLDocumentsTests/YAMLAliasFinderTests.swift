import Testing

@testable import YAMLDocuments

/// Text positions where YAML 1.2.2, section 7.1, has an alias, and others.
struct YAMLAliasFinderTests {
    @Test(arguments: [
        "a: *b", "*a", "- *a", "-\t*a", "[*a]", "[a,*b]", "{*a : b}", "{a: *b}", "{\"a\":*b}", "? *a",
        "a:\n  *b",
        "a: !t *b", "a: &c *b", "#x\r*a", "\u{FEFF}*a", "\u{2028}*a", "\u{85}*a", "a: *_", "a: *-", "a: *1",
        "   *a", "a: \"x\" #\n*a", "'#'\n: *a", "# x\u{85}*a", "# x\u{2028}*a", "# x\u{2029}*a",
    ])
    func aliases(yaml: String) {
        #expect(YAMLAliasFinder.firstAlias(in: yaml) != nil)
    }

    @Test(arguments: [
        "", "*", "* a", "a*b", "a/*b", "a=*b", "{a}*{b}", "a: 2**3", "# see *this*", "  # *this*",
        "a: b\r\n# *c",
        "skd://{content_id}*{track}?a=*b&c", "**bold",
    ])
    func noAliases(yaml: String) {
        #expect(YAMLAliasFinder.firstAlias(in: yaml) == nil)
    }
}
