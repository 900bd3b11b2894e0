import Testing

@testable import HLSPackaging

/// No token of a key URI appears in a message or report (cli.md).
struct KeyURITextTests {
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
        #expect(KeyURIText.redacted(uri) == expected, "\(name)")
    }
}
