import Testing

@testable import LicenseFlows
@testable import LoopbackServers

/// The access control of `serve`.
struct ServeAccessControlTests {
    private static let gate = ServeAccessControl(
        token: "0123456789abcdef",
        allowedOrigins: ["http://localhost:3000"]
    )

    /// Returns the status of the answer, or the path of a request that is let through.
    private static func decide(
        _ method: String = "GET",
        _ target: String,
        _ headers: LoopbackFields = ["Host": "127.0.0.1:8080"]
    ) -> (status: Int, path: String?, allowed: String?) {
        let request = LoopbackRequest(method: method, target: target, headers: headers, body: [])
        switch gate.decide(request, port: 8080) {
        case .answer(let response):
            return (response.status, nil, response.headers["Access-Control-Allow-Origin"])
        case .pass(let path, let fields): return (200, path, fields["Access-Control-Allow-Origin"])
        }
    }

    @Test(arguments: [
        "", "localhost:8080", "127.0.0.1", "127.0.0.1:8081", "evil.example:8080",
        "127.0.0.1:8080.evil.example",
        "127.0.0.1:8080, evil.example",
    ])
    func `Another host is answered with 421`(host: String) {
        #expect(Self.decide("GET", "/0123456789abcdef/media/a", ["Host": host]).status == 421)
        #expect(Self.decide("GET", "/0123456789abcdef/media/a", [:]).status == 421)
    }

    @Test(arguments: [
        "/", "/media/a", "/0123456789abcde/media/a", "/0123456789abcdeg/media/a", "/0123456789ABCDEF/media/a",
        "//0123456789abcdef/a", "/0123456789abcdef0/a", "/%30123456789abcdef/a", "/?0123456789abcdef",
    ])
    func `Without the token there is nothing`(target: String) {
        #expect(Self.decide("GET", target).status == 401)
    }

    @Test(arguments: [
        ("/0123456789abcdef/media/a.ts", "media/a.ts"), ("/0123456789abcdef/", ""), ("/0123456789abcdef", ""),
        ("/0123456789abcdef/hms/fp/token", "hms/fp/token"),
    ])
    func `The token is the first element of the path`(target: String, path: String) {
        #expect(Self.decide("GET", target).path == path)
    }

    @Test func `The token may be a field`() {
        let fields: LoopbackFields = [
            "Host": "127.0.0.1:8080", ServeAccessControl.tokenField: "0123456789abcdef",
        ]
        #expect(Self.decide("GET", "/media/a", fields).path == "media/a")
        #expect(Self.decide("GET", "/0123456789abcdef/media/a", fields).path == "media/a")
        let wrong: LoopbackFields = ["Host": "127.0.0.1:8080", ServeAccessControl.tokenField: "0"]
        #expect(Self.decide("GET", "/0123456789abcdef/media/a", wrong).status == 401)
    }

    @Test(arguments: [
        ("http://localhost:3000", 200), ("http://127.0.0.1:8080", 200), ("http://localhost:3001", 403),
        ("https://localhost:3000", 403), ("null", 403), ("*", 403), ("http://evil.example", 403),
    ])
    func `Pages of named origins alone may ask`(origin: String, status: Int) {
        let fields: LoopbackFields = ["Host": "127.0.0.1:8080", "Origin": origin]
        let decided = Self.decide("GET", "/0123456789abcdef/keys/0", fields)
        #expect(decided.status == status)
        #expect(decided.allowed == (status == 200 ? origin : nil))
        let preflight = Self.decide("OPTIONS", "/keys/0", fields)
        #expect(preflight.status == (status == 200 ? 204 : 403))
    }

    @Test(
        arguments: [
            ("cross-site", nil, 403), ("Cross-Site", nil, 403),
            ("same-site", "http://localhost:3001/page", 403),
            ("same-site", "http://localhost:3000/page", 200),
            ("cross-site", "http://evil.example/http://localhost:3000/", 403), ("same-origin", nil, 200),
            ("none", nil, 200), (nil, nil, 200),
        ] as [(String?, String?, Int)]
    )
    func `Requests of pages without an origin are told by their site`(
        site: String?,
        referrer: String?,
        status: Int
    ) {
        var fields: LoopbackFields = ["Host": "127.0.0.1:8080"]
        if let site { fields.append("Sec-Fetch-Site", site) }
        if let referrer { fields.append("Referer", referrer) }
        #expect(Self.decide("GET", "/0123456789abcdef/media/a", fields).status == status)
    }

    @Test func `It is no proxy`() {
        #expect(Self.decide("GET", "http://127.0.0.1:8080/0123456789abcdef/media/a").status == 400)
        #expect(Self.decide("OPTIONS", "*").status == 400)
    }
}
