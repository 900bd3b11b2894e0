import EntitlementMessages
import FoundationEssentials
import Testing

/// Entitlement requests and responses (ExpressPlay, SEES public API).
struct EntitlementMessageTests {
    private static let id = "0f8fad5b-d9cb-469f-a165-70867728950e"

    @Test func `A request is written and read`() throws {
        let request = EntitlementRequest(contentID: "movie \"42\" ü", .deviceBound, cookie: "device 7")
        #expect(try EntitlementRequest(reading: request.body) == request)
        #expect(request.version == 1)
    }

    @Test func `A request as others write it is read`() throws {
        let body =
            #"{"requestType":1,"contentID":"m","messageID":"\#(Self.id)","version":1,"more":[{"a":null}]}"#
        let request = try EntitlementRequest(reading: Array(body.utf8))
        #expect(request.contentID == "m")
        #expect(request.requestType == .time)
        #expect(request.customerCookie == nil)
    }

    @Test(arguments: [
        ("", "not a JSON object"), ("[]", "not a JSON object"), ("{", "not a JSON object"),
        ("{}", "messageID is missing"),
        (#"{"messageID":7}"#, "messageID is not a string"),
        (#"{"messageID":"7","version":1,"contentID":"m","requestType":1}"#, "messageID is not a GUID"),
        (#"{"messageID":"ID","contentID":"m","requestType":1}"#, "version is missing"),
        (
            #"{"messageID":"ID","version":"1","contentID":"m","requestType":1}"#,
            "version is not a whole number"
        ),
        (#"{"messageID":"ID","version":0,"contentID":"m","requestType":1}"#, "version is 0"),
        (#"{"messageID":"ID","version":1,"contentID":"m","requestType":4}"#, "requestType is 4"),
        (#"{"messageID":"ID","version":1,"contentID":"","requestType":1}"#, "contentID is empty"),
        (
            #"{"messageID":"ID","version":1,"contentID":"m","requestType":1,"customerCookie":"abcdefghijklmnopqrstuvwxyz0123456"}"#,
            "33 characters"
        ),
    ])
    func `A request that is none is refused with a reason`(body: String, reason: String) {
        let body = body.replacing(
            "ID\"",
            with: Self.id + "\"",
            maxReplacements: body.contains("\"ID\"") ? 2 : 0
        )
        .replacing("\"message\(Self.id)\"", with: "\"messageID\"")
        .replacing("\"content\(Self.id)\"", with: "\"contentID\"")
        let error = #expect(throws: EntitlementMessageError.self) {
            _ = try EntitlementRequest(reading: Array(body.utf8))
        }
        #expect(error?.description.contains(reason) == true, "\(body): \(error?.description ?? "read")")
    }

    @Test func `A client goes no further with an answer that is wrong`() {
        let request = EntitlementRequest(contentID: "m")
        let url = "https://fp.service.expressplay.com:80/hms/fp/rights/?ExpressPlayToken=a"
        let right = EntitlementAnswer(to: request, tokenURL: url)
        #expect(right.refusalReason(for: request) == nil)
        func fault(_ change: (inout EntitlementAnswer) -> Void) -> EntitlementFault? {
            var answer = right
            change(&answer)
            return answer.refusalReason(for: request)
        }
        #expect(fault { $0.messageID = "" } == .wrongMessageID)
        #expect(fault { $0.version = 2 } == .version(2, requested: 1))
        #expect(fault { ($0.isAllowed, $0.error) = (false, 3) } == .denied(error: 3, text: nil))
        #expect(fault { $0.epTokenURL = nil } == .noTokenURL)
        #expect(fault { $0.epTokenURL = "ftp://a" } == .tokenURL(.notHTTPS(scheme: "ftp")))
        #expect(fault { $0.epTokenURL = url + "\r\n" } == .tokenURL(.whitespace))
    }

    @Test(arguments: [
        ("skd://host/path?cid=1", "https://host/path?cid=1"), ("skd://host:80/a", "https://host:80/a"),
        ("skd:https://host/a", "https://host/a"), ("skd:http://127.0.0.1:1/a", "http://127.0.0.1:1/a"),
        ("skd:movie-42", nil), ("https://host/a", nil), ("SKD://host", nil), ("", nil),
    ])
    func `An app swaps the scheme`(uri: String, address: String?) {
        #expect(TokenURL.replacingScheme(uri) == address)
    }

    private static let urls: [(String, TokenURL.Fault?)] = [
        ("https://a/b", nil), ("https://a:80/?x=y", nil), ("http://127.0.0.1:80/a", nil),
        ("http://localhost/", nil),
        ("http://localhost.example.com/", .notHTTPS(scheme: "http")),
        ("https://", .noHost), ("https:///hms", .noHost), ("https://:80/", .noHost), ("https://../", .noHost),
        ("https://user@/", .noHost), ("https://[::/?a", .noHost), ("https://[]/", .noHost),
        ("https://a\\b/", .noHost),
        ("https://1.2.3.4.5/", .noHost), ("https://1.2.3.256/", .noHost), ("https://1.2.3:80/", .noHost),
        ("https://1.2.+3.4/", .noHost), ("https://1.2.3.4:80/", nil), ("https://1.example/", nil),
        ("https://a.1b/", nil),
        ("https://a:99999999/", .port), ("https://a:65536", .port), ("https://a:0/", .port),
        ("https://a:b/", .port),
        ("https://[2001:db8::1]a/", .port), ("https://a:-1/", .port),
        ("https://a:65535/", nil), ("https://a:/", nil), ("https://user:word@a:80?b", nil),
        ("https://[2001:db8::1]:80/", nil),
        ("https://ä.example.com/", .notPlain),
        ("https://a/" + String(repeating: "b", count: 8192), .notPlain),
        ("https://a/" + String(repeating: "b", count: 8182), nil),
        ("http://a/", .notHTTPS(scheme: "http")), ("/a/b", .notHTTPS(scheme: "")),
        ("https://a/ b", .whitespace),
        ("https:a", .noHost), ("HTTPS://a/", nil), ("hTtps://A.example/", nil),
        ("mailto:a", .notHTTPS(scheme: "mailto")),
        ("http://127.0.0.1:80@evil.example/", .notHTTPS(scheme: "http")),
        ("http://[::1]/", nil), ("http://127.0.0.1@a/", .notHTTPS(scheme: "http")),
        ("https://[zzz]/", .noHost), ("https://a..example/", .noHost), ("https://1.2.3.4./", nil),
        ("https://0x7f000001/", .noHost), ("https://a.0x1/", .noHost),
        ("https://" + String(repeating: "a", count: 64) + ".example/", .noHost),
        ("https://" + String(repeating: "a", count: 63) + ".example/", nil),
        ("https://a.example\\@b.example/", .noHost),
    ]

    @Test(arguments: urls)
    func `A URL that apps are not let ask is refused`(url: String, fault: TokenURL.Fault?) {
        #expect(TokenURL.fault(of: url) == fault)
    }

    @Test(arguments: [
        ("https://a/1\r\n", "https://a/1"), ("https://a/1", "https://a/1"),
        ("# comment\nhttps://a/1\n", "https://a/1"),
        ("", nil), ("https://a/1\nhttps://a/2\n", nil), ("# comment\n", nil),
    ])
    func `A list of one URL is read`(list: String, url: String?) {
        #expect(TokenURL.read(Array(list.utf8)) == url)
    }

    @Test(arguments: [
        ("<p>Error -2018: no</p>", TokenRefusal.Code.authenticator), (#"{"code":"-6003"}"#, .iv),
        ("-12345 -6004", .license), ("2018", nil), ("-201", nil), ("--2019", .noTokensLeft), ("", nil),
    ])
    func `A public number is found in any body`(body: String, code: TokenRefusal.Code?) {
        #expect(TokenRefusal.code(in: Array(body.utf8)) == code)
    }
}
