import Testing

@testable import HTTPTransfers

struct HTTPURLTests {
    @Test(arguments: [
        ("https://keys.example.com/speke", "https://keys.example.com"),
        ("https://keys.example.com:8443/speke?token=secret", "https://keys.example.com:8443"),
        ("https://user:password@keys.example.com/speke", "https://keys.example.com"),
        ("HTTPS://Keys.Example.COM/", "https://keys.example.com"),
        ("https://[2001:db8::1]:443/", "https://[2001:db8::1]:443"),
        ("http://localhost:8080/", "http://localhost:8080"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
        ("http://127.1.2.3/", "http://127.1.2.3"),
        ("http://[::1]:80/", "http://[::1]:80"),
    ])
    func showsSchemeHostAndPort(_ text: String, _ label: String) throws {
        let url = try HTTPURL(text)
        #expect(url.label == label)
        #expect(url.text == text)
        #expect("\(url)" == label)
        var dumped = ""
        dump(url, to: &dumped)
        #expect(!dumped.contains("secret") && !dumped.contains("password"), "\(dumped)")
    }

    @Test(arguments: [
        ("https://user:password@keys.example.com/", true), ("https://:password@[2001:db8::1]:443/", true),
        ("https://user:p%40ss@keys.example.com/", true), ("https://user@keys.example.com/", false),
        ("https://keys.example.com/a:b@c", false), ("https://keys.example.com/?token=a:b@c", false),
    ])
    func tellsWhetherItHoldsAPassword(_ text: String, _ holds: Bool) throws {
        #expect(try HTTPURL(text).holdsPassword == holds)
    }

    @Test(arguments: [
        ("http://keys.example.com/", "in the clear"),
        ("http://127.0.0.1.example.com/", "in the clear"),
        ("http://user@127.0.0.1@keys.example.com/", ""),
        ("http://10.0.0.1/", "in the clear"),
        ("ftp://keys.example.com/", "begins with ftp"),
        ("file:///etc/passwd", ""),
        ("keys.example.com/speke", "not a URL"),
        ("https://", "not a URL"),
        ("https://keys.example.com:99999/", "not a URL"),
        ("https://keys.example.com/a b", "printable ASCII"),
        ("https://keys.example.com/\u{0}", "printable ASCII"),
        ("https://keys.example.com/\r\nHost: other", "printable ASCII"),
        ("https://keys.exämple.com/", "printable ASCII"),
        ("https://keys.example.com/" + String(repeating: "a", count: 8200), "8192 bytes"),
        ("", "not a URL"),
    ])
    func refuses(_ text: String, _ part: String) {
        let error = #expect(throws: HTTPError.self) { try HTTPURL(text) }
        #expect(error?.description.contains(part) == true, "\(String(describing: error))")
    }

    @Test(arguments: [("A:b", "x"), ("", "x"), ("A B", "x"), ("A", "x\r\nB: y"), ("A", "\u{0}"), ("Ä", "x")])
    func refusesHeaders(_ name: String, _ value: String) {
        #expect(throws: HTTPError.self) { try HTTPHeader(name: name, value: value) }
    }

    @Test func doesNotShowTheValueOfAHeader() throws {
        let header = try HTTPHeader(name: "Authorization", value: "Bearer secret")
        var dumped = ""
        dump(header, to: &dumped)
        for text in ["\(header)", "\([header])", String(reflecting: header), dumped] {
            #expect(!text.contains("secret"))
        }
    }
}
