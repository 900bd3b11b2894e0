import Testing

@testable import LicenseFlows

/// Bodies of requests and answers, written by hand.
struct LicenseRequestFormTests {
    /// Base64 of these bytes has `+` and `/` (RFC 4648 section 4).
    private static let message: [UInt8] = [0xFB, 0xEF, 0xBE, 0xFF, 0xFF, 0xFF, 0x00]
    private static let digits = "++++////AA=="

    static let requests: [(form: LicenseRequestForm, body: String)] = [
        (.form, "spc=%2B%2B%2B%2B%2F%2F%2F%2FAA%3D%3D&assetId=a%20b%2F%C3%BC"),
        (.form, "assetId=x&spc=%2b%2b%2b%2b%2f%2f%2f%2fAA%3d%3d"),
        (.form, "spc=%2B%2B%2B%2B////AA=="),
        (
            .json,
            #"{"fairplay-streaming-request":{"version":1,"streaming-keys":[{"id":7,"uri":"skd://a","spc":"++++////AA=="}]}}"#
        ),
        (.json, #"{"fairplay-streaming-request":{"streaming-keys":[{"spc":"++++////AA=="}]}}"#),
    ]

    @Test(arguments: requests)
    func `A request is read`(form: LicenseRequestForm, body: String) {
        #expect(form.spc(in: Array(body.utf8)) == Self.message)
    }

    static let refused: [(name: String, form: LicenseRequestForm, body: String)] = [
        ("plus signs that are blanks", .form, "spc=++++////AA==&assetId=x"),
        ("no base64", .form, "spc=*&assetId=x"),
        ("half an escape", .form, "spc=%2&assetId=x"),
        ("an escape of no digits", .form, "spc=%zz&assetId=x"),
        ("another name", .form, "SPC=AAAA&assetId=x"),
        ("an array", .json, "[]"),
        ("no keys", .json, #"{"fairplay-streaming-request":{"version":1,"streaming-keys":[]}}"#),
        (
            "no base64 in JSON", .json,
            #"{"fairplay-streaming-request":{"version":1,"streaming-keys":[{"id":7,"uri":"skd://a","spc":"*"}]}}"#
        ),
        ("no end", .json, #"{"fairplay-streaming-request":{"version":1"#),
    ]

    @Test(arguments: refused)
    func `A body of another form is none`(name: String, form: LicenseRequestForm, body: String) {
        #expect(form.spc(in: Array(body.utf8)) == nil)
    }

    @Test func `A form has what a server takes apart`() {
        let body = LicenseRequestForm.form.body(
            of: Self.message,
            uri: "skd://x",
            assetID: Array("a b/ü".utf8)
        )
        #expect(String(decoding: body, as: UTF8.self) == Self.requests[0].body)
    }

    @Test func `Octets are the message`() {
        let body = LicenseRequestForm.octets.body(of: Self.message, uri: "skd://x", assetID: [65, 66])
        #expect(body == Self.message)
        #expect(LicenseRequestForm.octets.spc(in: body) == Self.message)
        #expect(LicenseRequestForm.octets.ckc(in: body) == Self.message)
    }

    static let answers: [(form: LicenseRequestForm, body: String)] = [
        (.form, digits), (.form, "<ckc>\(digits)</ckc>"), (.form, " <ckc>\n\(digits)\r\n</ckc>\n"),
        (.json, #"{"fairplay-streaming-response":{"streaming-keys":[{"id":7,"ckc":"++++////AA=="}]}}"#),
        // The form of the answers of WebKit's test server.
        (.json, #"{"fairplay-streaming-response":{"streaming-keys":[{"ckc":"++++////AA=="}]}}"#),
    ]

    @Test(arguments: answers)
    func `An answer is read`(form: LicenseRequestForm, body: String) {
        #expect(form.ckc(in: Array(body.utf8)) == Self.message)
    }

    static let pages: [(form: LicenseRequestForm, body: String)] = [
        (.form, "<html><body>Busy</body></html>"), (.form, "<ckc>*</ckc>"), (.form, "<ckc>AAAA"),
        (.json, "<html></html>"), (.json, #"{"fairplay-streaming-response":{"streaming-keys":[]}}"#),
    ]

    @Test(arguments: pages)
    func `A page is no answer`(form: LicenseRequestForm, body: String) {
        #expect(form.ckc(in: Array(body.utf8)) == nil)
    }

    @Test(arguments: [
        ("application/octet-stream", LicenseRequestForm.octets), ("Application/JSON; charset=utf-8", .json),
        ("application/x-www-form-urlencoded ;charset=UTF-8", .form),
    ])
    func `A media type says the form`(type: String, form: LicenseRequestForm) {
        #expect(LicenseRequestForm(contentType: type) == form)
    }

    @Test(arguments: [nil, "", "text/plain", "application/octet-streams"])
    func `Other media types say none`(type: String?) {
        #expect(LicenseRequestForm(contentType: type) == nil)
    }
}
