import Testing

@testable import Presentations

/// Secrets in texts, and the texts shown in their place.
struct SecretFormsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let forms: [String]
        let text: String
        let shown: String

        init(_ forms: [String], _ text: String, _ shown: String) {
            (self.forms, self.text, self.shown) = (forms, text, shown)
        }

        var testDescription: String { text }
    }

    @Test(arguments: [
        Case([], "skd://host/token", "skd://host/token"),
        Case(["token"], "skd://host/token/x", "skd://host/…/x"),
        Case(["token"], "token", "…"),
        Case(["token"], "tokentoken-toke", "……-toke"),
        // The longest of the forms that begin at one position.
        Case(["abcd", "abcdef"], "abcdef abcde", "… …e"),
        Case(["abcdef", "cdef"], "abcdef xcdef", "… x…"),
        // Too short to be searched for.
        Case(["abc"], "abcabc", "abcabc"),
        // A combining accent after a secret is a scalar of its own, and stays.
        Case(["tokén"], "xtokén\u{301}", "x…\u{301}"),
        Case(["toke\u{301}n"], "tok\u{E9}n", "tok\u{E9}n"),
    ])
    func `What is secret is not shown`(example: Case) {
        var forms = SecretForms()
        for form in example.forms { forms.insert(form) }
        let shown = forms.redacted(example.text)
        #expect(Array(shown.utf8) == Array(example.shown.utf8))
    }

    @Test func `However many there are, each is found`() {
        var forms = SecretForms()
        for number in 0..<20_000 { forms.insert("secret-\(number)-x") }
        for number in stride(from: 0, to: 20_000, by: 997) {
            #expect(forms.redacted("a/secret-\(number)-x/b") == "a/…/b")
        }
    }
}
