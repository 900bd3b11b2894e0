import EntitlementMessages
import Foundation
import ProtectionTerms
import Synchronization
import Testing

@testable import LicenseFlows

/// R03 and R04: entitlements and tokens that are missing or that an app cannot use.
struct EntitlementFaultTests {
    private typealias Exchange = FaultyTransport.Exchange

    /// Changes an answer of the entitlement server.
    private static func answering(_ change: @escaping @Sendable (inout EntitlementAnswer) -> Void) -> Exchange
    {
        { request, _, way in
            var response = try way(request)
            var answer = try EntitlementAnswer(reading: response.body)
            change(&answer)
            response.body = answer.body
            return response
        }
    }

    /// Replaces an answer.
    private static func answer(_ status: Int, _ body: String) -> Exchange {
        { _, _, _ in LicenseResponse(status: status, body: Array(body.utf8)) }
    }

    private static func entitlement(
        _ code: FlowStep,
        _ name: String,
        says message: String,
        _ exchange: @escaping FaultyTransport.Exchange
    ) -> PlantedFault {
        PlantedFault(code, name, .entitlement, in: FlowFixture.entitlement, says: message) {
            $0.faults.exchanges[.entitlement] = exchange
        }
    }

    static let entitlements: [PlantedFault] = [
        entitlement(.entitlement, "nobody there", says: "nobody is there") { _, _, _ in
            throw LicenseTransportError("nobody is there")
        },
        entitlement(.entitlement, "401", says: "401", answer(401, "")),
        entitlement(.entitlement, "a page", says: "not a JSON object", answer(200, "<html></html>")),
        entitlement(
            .entitlement,
            "another messageID",
            says: "another messageID",
            answering { $0.messageID = "1" }
        ),
        entitlement(.entitlement, "a newer version", says: "version 2", answering { $0.version = 2 }),
        entitlement(.entitlement, "version 0", says: "version 0", answering { $0.version = 0 }),
        entitlement(
            .entitlement,
            "denied",
            says: "denies the title (error 7): not in your country",
            answering { ($0.isAllowed, $0.error, $0.errorText) = (false, 7, "not in your country") }
        ),
        entitlement(.entitlement, "no token URL", says: "no epTokenURL", answering { $0.epTokenURL = nil }),
        entitlement(
            .entitlement,
            "an empty token URL",
            says: "no epTokenURL",
            answering { $0.epTokenURL = "" }
        ),
        entitlement(
            .entitlement,
            "a token URL of http",
            says: "begins with http",
            answering { $0.epTokenURL = "http://fp.example.com/hms/fp/rights/?ExpressPlayToken=a" }
        ),
        entitlement(
            .entitlement,
            "a wrapped token URL",
            says: "line ending",
            answering { answer in
                answer.epTokenURL = answer.epTokenURL.map { String($0.prefix(60)) + "\n" + $0.dropFirst(60) }
            }
        ),
        entitlement(
            .token,
            "the service refuses the IV",
            says: "-6003",
            answering { ($0.isAllowed, $0.error, $0.errorText) = (false, -6003, "iv") }
        ),
        entitlement(
            .lookup,
            "no key for the content id",
            says: "-42584",
            answering { ($0.isAllowed, $0.error, $0.errorText) = (false, -42584, "who is that") }
        ),
        PlantedFault(
            .entitlement,
            "no slashes behind skd:",
            .entitlement,
            in: FlowFixture.entitlement,
            says: "no //"
        ) {
            try $0.editKeyURIs("skd://ent", "skd:ent")
        },
        PlantedFault(
            .lookup,
            "an export without the title",
            .entitlement,
            in: FlowFixture.entitlement,
            says: "-42584"
        ) {
            $0.answerWithoutKeys()
        },
    ]

    @Test(arguments: entitlements)
    func `An entitlement that is none is told under its code`(_ fault: PlantedFault) throws {
        try fault.check()
    }

    private static func token(
        _ code: FlowStep,
        _ name: String,
        says message: String,
        _ exchange: @escaping FaultyTransport.Exchange
    ) -> PlantedFault {
        PlantedFault(code, name, .token, says: message) { $0.faults.exchanges[.token] = exchange }
    }

    /// Replaces text in the form of a token request.
    private static func asking(_ old: String, _ new: String) -> Exchange {
        { request, _, way in
            var request = request
            let form = String(decoding: request.body ?? [], as: UTF8.self)
            precondition(form.contains(old), "no \(old)")
            request.body = Array(form.replacingOccurrences(of: old, with: new).utf8)
            return try way(request)
        }
    }

    static let tokens: [PlantedFault] = [
        token(.token, "nobody there", says: "nobody is there") { _, _, _ in
            throw LicenseTransportError("nobody is there")
        },
        token(.token, "no authenticator", says: "-2017", asking("customerAuthenticator=", "x=")),
        token(
            .token,
            "another authenticator",
            says: "-2018",
            asking("customerAuthenticator=", "customerAuthenticator=z")
        ),
        token(.token, "a short key", says: "-2027", asking("contentKey=", "contentKey=0")),
        token(.token, "no key", says: "-2027", asking("contentKey=", "contentkey=")),
        token(.token, "a short IV", says: "-6003", asking("&iv=", "&iv=0")),
        token(.token, "no IV", says: "-6003", asking("&iv=", "&IV=")),
        token(.token, "a plus sign that is a blank", says: "-2002", asking("%2B", "+")),
        token(.token, "a life of 31 days", says: "-2002", asking("%2B300", "%2B2678400")),
        token(.token, "a life that is over", says: "-2002", asking("%2B300", "2020-01-01T00:00:00Z")),
        token(
            .token,
            "a long cookie",
            says: "-2033",
            asking("&iv=", "&cookie=\(String(repeating: "c", count: 33))&iv=")
        ),
        token(.token, "a kid that is none", says: "-4020", asking("&iv=", "&kid=0123&iv=")),
        token(
            .token,
            "a rental that is none",
            says: "-6007",
            asking("rentalDuration=0", "rentalDuration=1h")
        ),
        token(.token, "another error format", says: "-3004", asking("errorFormat=json", "errorFormat=xml")),
        token(.token, "flags", says: "-5003", asking("&iv=", "&generalFlags=0001&iv=")),
        token(.token, "an extension", says: "-6001", asking("&iv=", "&fpExtension=x&iv=")),
        token(.token, "an error page", says: "-2019", answer(400, "<p>Error -2019: none left</p>")),
        token(.token, "a page without a number", says: "HTTP status 500", answer(500, "sorry")),
        token(
            .token,
            "two lines",
            says: "not a single line",
            answer(200, "https://a.example/1\r\nhttps://a.example/2")
        ),
        token(
            .token,
            "a wrapped line",
            says: "not a single line",
            answer(200, "https://a.example/hms/\nfp/rights/")
        ),
        token(.token, "nothing", says: "not a single line", answer(200, "")),
        token(
            .token,
            "a URL of http",
            says: "begins with http",
            answer(200, "http://fp.example.com:80/x\r\n")
        ),
        token(
            .token,
            "a relative URL",
            says: "no scheme",
            answer(200, "/hms/fp/rights/?ExpressPlayToken=a\r\n")
        ),
        token(.token, "a token of another service", says: "-4010") { request, _, way in
            var response = try way(request)
            response.body = Array(
                String(decoding: response.body, as: UTF8.self).replacingOccurrences(
                    of: "Token=",
                    with: "Token=0"
                ).utf8
            )
            return response
        },
        PlantedFault(.renewal, "the first token for every request", .token, says: "for AirPlay") {
            let first = FirstAnswer()
            $0.faults.exchanges[.token] = { request, number, way in
                // The renewal still gets a new token, the requests after it get the first one.
                number < 3 ? first.keep(try way(request)) : first.answer
            }
        },
    ]

    @Test(arguments: tokens)
    func `A token that is none is told under its code`(_ fault: PlantedFault) throws { try fault.check() }

    static let tokenURLs: [PlantedFault] = [
        PlantedFault(.token, "no slashes behind skd:", .tokenURL, in: FlowFixture.tokenURL, says: "no //") {
            try $0.editKeyURIs("skd://licenses", "skd:licenses")
        },
        PlantedFault(
            .renewal,
            "a token that opens one license",
            .tokenURL,
            in: FlowFixture.tokenURL,
            says: "a second time"
        ) {
            $0.faults.answer = { answer, number in
                number == 1 ? answer : LicenseResponse(status: 401, body: Array(#"{"errorCode":-4010}"#.utf8))
            }
        },
        PlantedFault(.token, "a token that is over", .tokenURL, in: FlowFixture.tokenURL, says: "-4010") {
            $0.faults.answer = { _, _ in
                LicenseResponse(status: 401, body: Array(#"{"errorCode":-4010}"#.utf8))
            }
        },
        PlantedFault(
            .lookup,
            "another token than the export has",
            .tokenURL,
            in: FlowFixture.tokenURL,
            says: "-42584"
        ) {
            try $0.editKeyURIs("ExpressPlayToken=", "ExpressPlayToken=0")
        },
    ]

    @Test(arguments: tokenURLs)
    func `A token in a key URI is told under its code`(_ fault: PlantedFault) throws { try fault.check() }

    @Test(arguments: [
        (LicenseFlow.token, FlowFixture.fairPlay), (.token, FlowFixture.rotating),
        (.entitlement, FlowFixture.entitlement), (.entitlement, FlowFixture.rotatingEntitlement),
        (.entitlement, FlowFixture.entitlementFragments), (.tokenURL, FlowFixture.tokenURL),
    ])
    func `Flows of tokens hold`(flow: LicenseFlow, fixture: Result<FlowFixture, any Error>) throws {
        let report = try PlantedFlow(fixture, flow).run()
        #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
        #expect(report.steps.allSatisfy { $0.outcome == .holds })
    }

    @Test func `Device binding is told as a contradiction`() throws {
        var planted = try PlantedFlow(FlowFixture.entitlement, .entitlement)
        planted.request.entitlementKind = .deviceBound
        let report = try planted.run()
        #expect(report.holds)
        let step = try #require(report.steps.first { $0.code == .entitlement })
        #expect(step.findings.contains { $0.severity == .warning && $0.message.contains("-6008") })
    }
}

/// Keeps the first answer of a server.
private final class FirstAnswer: Sendable {
    private let kept = Mutex<LicenseResponse?>(nil)

    func keep(_ answer: LicenseResponse) -> LicenseResponse {
        kept.withLock { if $0 == nil { $0 = answer } }
        return answer
    }

    var answer: LicenseResponse { kept.withLock { $0 } ?? LicenseResponse(status: 500, body: []) }
}
