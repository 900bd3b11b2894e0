import Testing
import TextFormats

@Suite struct NearestNameTests {
    /// Edits counted by hand: at most a third of the length of the name.
    @Test(
        arguments: [
            ("the name itself", "output", "output"),
            ("a letter too few", "outpt", "output"),
            ("a letter too many", "outputt", "output"),
            ("another letter", "autput", "output"),
            ("two letters changed of six", "uotput", "output"),
            ("three letters changed of six", "uotpot", nil),
            ("the nearer of two", "inputs", "input"),
            ("nothing typed", "", nil),
        ] as [(String, String, String?)]
    )
    func `A mistyped name is found`(name: String, typed: String, expected: String?) {
        #expect(NearestName.of(typed, in: ["input", "output"]) == expected)
    }

    @Test func `Among no names there is none`() {
        #expect(NearestName.of("input", in: []) == nil)
    }
}
