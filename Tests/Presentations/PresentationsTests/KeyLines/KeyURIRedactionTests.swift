import KeyURITemplates
import Testing

@testable import Presentations

/// No token of a key URI appears in a message or report.
struct KeyURIRedactionTests {
    @Test(
        arguments: [
            ("nothing to hide", "skd://movie-42", "skd://movie-42"),
            ("a query", "https://host/key?token=secret", "https://host/key?…"),
            ("a fragment", "https://host/key#secret", "https://host/key#…"),
            ("user and password", "https://me:secret@host/key", "https://…@host/key"),
            ("user, password and query", "https://me:secret@host/key?a@b", "https://…@host/key?…"),
            ("a user that holds an at sign", "https://me:a@secret@host/key", "https://…@host/key"),
            ("a password with a slash", "https://me:a/secret@host/key", "https://…@host/key"),
            ("too much rather than too little", "https://host/me@home", "https://…@home"),
            ("combining marks", "https://me\u{301}@\u{301}h/k?\u{301}secret", "https://…@\u{301}h/k?…"),
            ("slashes in the query", "skd:k?u=//me@host", "skd:k?…"),
            ("nothing", "", ""),
            ("no authority", "skd:movie@42", "skd:movie@42"),
        ]
    )
    func redacts(name: String, uri: String, expected: String) {
        #expect(KeyURIRedaction.redacted(uri) == expected, "\(name)")
    }

    /// The forms of the secret come from Python's `base64` and `urllib.parse.quote`, amid other bytes.
    @Test(
        arguments: [
            ("skd://h1dd3n+&~53cr37/x", "skd://…/x"),
            ("skd://a/h1dd3n%2B%26~53cr37", "skd://a/…"),
            ("skd://68316464336e2b267e353363723337", "skd://…"),
            ("skd://aDFkZDNuKyZ-NTNjcjM3", "skd://…"), ("skd://aDFkZDNuKyZ+NTNjcjM3", "skd://…"),
            ("skd://eGgxZGQzbismfjUzY3IzN3h4", "skd://eG…3h4"),
            ("skd://eHhoMWRkM24rJn41M2NyMzd5", "skd://eHh…d5"),
        ]
    )
    func hidesSecrets(uri: String, expected: String) {
        KeyURIRedaction.hide(secrets: ["h1dd3n+&~53cr37", "abc"])
        #expect(KeyURIRedaction.redacted(uri) == expected)
        #expect(KeyURIRedaction.redacted("skd://abc") == "skd://abc")
    }

    @Test func hidesWhatTemplatesMadeOfSecrets() throws {
        var variables = TemplateVariables()
        try variables.setUserVariable("pin", to: "7q")
        try variables.retype("pin", by: VariableRule(isSecret: true))
        let uri = try KeyURITemplate(parsing: "skd://x/{pin}?a={pin}").rendered(variables)
        KeyURIRedaction.hide(uri)
        #expect(KeyURIRedaction.redacted(uri.text) == "skd://x/…?…")
        #expect(KeyURIRedaction.redacted("skd://x/7q") == "skd://x/7q")
    }

    /// The number of remembered texts is limited, and the latest ones are always remembered.
    @Test func manyURIsAreHidden() throws {
        let texts = HiddenTexts()
        for number in 0..<70_000 { texts.hide(uri: "skd://\(number)", as: "skd://…") }
        #expect((69_000..<70_000).allSatisfy { texts.redacted("skd://\($0)") == "skd://…" })
        #expect(texts.redacted("skd://0") == "skd://0")
        texts.hide(secret: "hunter2x")
        #expect(texts.redacted("skd://hunter2x/y") == "skd://…/y")
        #expect(!texts.redacted("skd://hunter2x\u{301}/y").contains("hunter2"))
    }
}
