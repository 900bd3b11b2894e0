import LoopbackServers
import Testing

struct LoopbackFieldsTests {
    private let fields: LoopbackFields = ["Host": "a", "X-Token": "1", "x-token": "2", "Empty": ""]

    @Test(arguments: [
        ("host", "a"), ("HOST", "a"), ("x-TOKEN", "1, 2"), ("empty", ""),
    ])
    func findNamesInAnyCase(_ name: String, _ value: String) {
        #expect(fields[name] == value)
    }

    /// The last name has the Kelvin sign, whose lower case is a k.
    @Test(arguments: ["", "hos", "hosts", "x_token", "X-To\u{212A}en"])
    func doNotFindOtherNames(_ name: String) {
        #expect(fields[name] == nil)
    }

    @Test func doNotShowValues() {
        let fields: LoopbackFields = ["Authorization": "Bearer secret"]
        var dumped = ""
        dump(fields, to: &dumped)
        for text in ["\(fields)", "\([fields])", String(reflecting: fields), dumped] {
            #expect(!text.contains("secret"))
        }
        #expect("\(fields)" == "Authorization")
    }

    @Test func areThoseOfTheRequest() throws {
        let log = RequestLog()
        let server = try LoopbackServer(handler: log.handler)
        let head =
            "GET / HTTP/1.1\r\nHost: keys.example.com\r\nA:  x y \r\na:z\r\nB:\r\nConnection: close\r\n\r\n"
        #expect(try RawClient.answer(to: head, port: server.port).status == 200)
        let seen = try #require(log.requests.first).headers
        #expect(seen.all.map(\.name) == ["Host", "A", "a", "B", "Connection"])
        #expect(seen["A"] == "x y, z")
        #expect(seen["b"] == "")
    }
}
