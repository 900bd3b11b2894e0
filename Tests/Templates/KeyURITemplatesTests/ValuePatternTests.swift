import Testing

@testable import KeyURITemplates

/// Value patterns; the expected matches are worked out by hand.
@Suite struct ValuePatternTests {
    struct Known: Sendable, CustomTestStringConvertible {
        let pattern: String
        let matching: [String]
        let notMatching: [String]
        var testDescription: String { pattern }
    }

    @Test(arguments: [
        Known(pattern: "abc", matching: ["abc"], notMatching: ["", "ab", "abcd", "xabc", "ABC"]),
        Known(pattern: "^abc$", matching: ["abc"], notMatching: ["abcd", "abc\n"]),
        Known(pattern: "", matching: [""], notMatching: ["a"]),
        Known(pattern: "a|bc|", matching: ["a", "bc", ""], notMatching: ["abc", "ac", "b"]),
        Known(pattern: "^a|b$", matching: ["a", "b"], notMatching: ["ax", "xb"]),
        Known(pattern: "a*", matching: ["", "a", "aaaa"], notMatching: ["b", "aab"]),
        Known(pattern: "a+b?", matching: ["a", "aab"], notMatching: ["", "b", "abb"]),
        Known(pattern: "[0-9a-f]{4}", matching: ["00ff"], notMatching: ["00f", "00ff0", "00FF", "00fg"]),
        Known(pattern: "x{2,}", matching: ["xx", "xxxxx"], notMatching: ["x", ""]),
        Known(pattern: "x{1,3}y", matching: ["xy", "xxxy"], notMatching: ["y", "xxxxy"]),
        Known(pattern: "x{0}", matching: [""], notMatching: ["x"]),
        Known(pattern: "[^/?]+", matching: ["a b", "ü"], notMatching: ["a/b", "?", ""]),
        Known(pattern: "[a-]+", matching: ["a-a"], notMatching: ["b"]),
        Known(pattern: "[\\w.-]+", matching: ["a_Z-9."], notMatching: ["a b", "ä"]),
        Known(pattern: "[\\D]", matching: ["a"], notMatching: ["5", "٣٣"]),
        Known(pattern: "[^\\S]", matching: [" "], notMatching: ["a"]),
        Known(pattern: "\\d\\s\\.\\\\", matching: ["1 .\\"], notMatching: ["1 x\\", "٣ .\\"]),
        Known(pattern: "(a|b)*c(?:d(e))?", matching: ["c", "abbac", "acde"], notMatching: ["acd", "d"]),
        Known(pattern: "((a*)*)*", matching: ["", "aaa"], notMatching: ["b"]),
        Known(pattern: "...", matching: ["abc", "e\u{301}x"], notMatching: ["ab", "abcd"]),
    ])
    func matches(_ known: Known) throws {
        let pattern = try ValuePattern(parsing: known.pattern)
        for text in known.matching { #expect(pattern.matches(text), "\(text)") }
        for text in known.notMatching { #expect(!pattern.matches(text), "\(text)") }
    }

    @Test(
        arguments: [
            ("*a", 1, .nothingToRepeat), ("a**", 3, .nothingToRepeat), ("a+?", 3, .nothingToRepeat),
            ("(|+)", 3, .nothingToRepeat), ("{2}", 1, .nothingToRepeat), ("a{", 2, .malformedRepetition),
            ("a{,2}", 2, .malformedRepetition), ("a{3,2}", 2, .malformedRepetition),
            ("a{1001}", 2, .malformedRepetition), ("a{1,2,3}", 2, .malformedRepetition),
            ("ab(c", 3, .unclosed), ("[a", 1, .unclosed), ("a)", 2, .strayParenthesis),
            ("[]", 1, .malformedClass), ("[z-a]", 3, .malformedClass), ("\\", 1, .unsupported),
            ("\\b", 1, .unsupported), ("(a)\\1", 4, .unsupported), ("(?=a)", 2, .unsupported),
            ("(?<n>a)", 2, .unsupported), ("a^b", 2, .innerAnchor), ("a$b", 2, .innerAnchor),
            ("(a$)", 3, .innerAnchor), ("a$|b", 2, .innerAnchor), ("(a{1000}){1000}", 1, .tooManySteps),
            ("(((){1000}){1000}){1000}", 1, .tooManySteps),
            (String(repeating: "a", count: 257), 257, .tooLong),
        ] as [(String, Int, ValuePatternError.Problem)]
    )
    func rejected(pattern: String, column: Int, problem: ValuePatternError.Problem) {
        let error = ValuePatternError(column: column, problem: problem)
        #expect(throws: error) { try ValuePattern(parsing: pattern) }
        #expect(error.description.hasSuffix("."))
    }

    /// A backtracking matcher would take up to 2 to the 1000 steps.
    @Test(.timeLimit(.minutes(1)), arguments: ["(a+)+b", "(a|a)*b", "(a?){500}a{500}b", "(.*)*x"])
    func nothingRunsAway(pattern: String) throws {
        #expect(try !ValuePattern(parsing: pattern).matches(String(repeating: "a", count: 1000)))
    }

    @Test func theDeepestNestingIsNoTrouble() throws {
        let deep = String(repeating: "(", count: 127) + "ab" + String(repeating: ")", count: 127)
        #expect(try ValuePattern(parsing: deep).matches("ab"))
    }

    @Test func aValueThatIsTooLongIsNotTried() throws {
        let rule = VariableRule(pattern: try ValuePattern(parsing: "a*"))
        #expect(try rule.value(String(repeating: "a", count: 1024), of: "v").text.utf8.count == 1024)
        #expect(throws: TemplateVariableError(name: "v", problem: .tooLong)) {
            try rule.value(String(repeating: "a", count: 1025), of: "v")
        }
        #expect(
            throws: TemplateVariableError(name: "v", problem: .patternMismatch("a*", source: "content_id"))
        ) {
            try rule.value("hunter2", of: "v", source: "content_id")
        }
    }

    @Test(arguments: [("00fF", true), ("", false), ("0", false), ("0g", false), ("٣٣", false)])
    func hexType(text: String, accepted: Bool) {
        #expect(TemplateVariableType.hex.accepts(text) == accepted)
    }
}
