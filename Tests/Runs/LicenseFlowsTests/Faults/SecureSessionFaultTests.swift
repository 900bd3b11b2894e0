import EntitlementMessages
import Foundation
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import LicenseFlows

/// R02, R03 and R12 of NAGRA's flows: signalling objects, content tokens and sessions.
struct SecureSessionFaultTests {
    private typealias Exchange = FaultyTransport.Exchange

    private static func answer(_ status: Int, _ body: String) -> Exchange {
        { _, _, _ in LicenseResponse(status: status, body: Array(body.utf8)) }
    }

    private static func exchange(
        _ code: FlowStep,
        _ name: String,
        _ purpose: AppRequest.Purpose,
        says message: String,
        _ exchange: @escaping FaultyTransport.Exchange
    ) -> PlantedFault {
        PlantedFault(code, name, .nagraSSM, in: FlowFixture.nagra, says: message) {
            $0.faults.exchanges[purpose] = exchange
        }
    }

    /// Changes the header `nv-authorizations` of a request.
    private static func authorizing(_ change: @escaping @Sendable (String) -> String) -> Exchange {
        { request, _, way in
            var request = request
            request.headers = request.headers.map { header in
                header.name == "nv-authorizations"
                    ? AppRequest.Header(name: header.name, value: change(header.value)) : header
            }
            return try way(request)
        }
    }

    static let sessions: [PlantedFault] = [
        exchange(.entitlement, "nobody there", .sessionSetUp, says: "nobody is there") { _, _, _ in
            throw LicenseTransportError("nobody is there")
        },
        exchange(
            .entitlement,
            "too many sessions",
            .sessionSetUp,
            says: "1007",
            answer(409, #"{"errorCode":1007}"#)
        ),
        exchange(
            .entitlement,
            "no heartbeat",
            .sessionSetUp,
            says: "heartbeat is missing",
            answer(200, #"{"sessionToken":"a"}"#)
        ),
        exchange(
            .entitlement,
            "a heartbeat of 0 s",
            .sessionSetUp,
            says: "heartbeat is 0",
            answer(200, #"{"sessionToken":"a","heartbeat":0}"#)
        ),
        exchange(
            .entitlement,
            "no session token",
            .sessionSetUp,
            says: "sessionToken is missing",
            answer(200, #"{"heartbeat":60}"#)
        ),
        exchange(
            .entitlement,
            "a set-up without a content token",
            .sessionSetUp,
            says: "4001",
            authorizing { _ in "" }
        ),
        exchange(
            .entitlement,
            "another signature",
            .sessionSetUp,
            says: "3003",
            authorizing { $0.dropLast(4) + "AAAA" }
        ),
        exchange(
            .entitlement,
            "a license without a session",
            .license,
            says: "1004",
            authorizing {
                String($0.prefix { $0 != "," })
            }
        ),
        exchange(
            .entitlement,
            "an expired content token",
            .license,
            says: "4005",
            answer(401, #"{"errorCode":4005}"#)
        ),
        exchange(
            .lookup,
            "no key",
            .license,
            says: "4011",
            answer(404, #"{"errorCode":4011,"message":"no key"}"#)
        ),
        exchange(
            .opening,
            "a challenge that does not open",
            .license,
            says: "2001",
            answer(400, #"{"errorCode":2001}"#)
        ),
        exchange(.request, "a CKC that is not in JSON", .license, says: "CKC", answer(200, "abc")),
        exchange(
            .renewal,
            "a heartbeat that is refused",
            .heartbeat,
            says: "heartbeat",
            answer(401, #"{"errorCode":1004}"#)
        ),
        exchange(.renewal, "the same session token again", .heartbeat, says: "the same session token") {
            request,
            _,
            way in
            var response = try way(request)
            let old = request.headers.first { $0.name == "nv-authorizations" }?.value ?? ""
            response.body = SessionAnswer(sessionToken: old).body
            return response
        },
        exchange(
            .renewal,
            "a heartbeat without a token",
            .heartbeat,
            says: "no sessionToken",
            answer(200, "{}")
        ),
        exchange(.renewal, "a renewal that is refused", .license, says: "no license is renewed") {
            request,
            _,
            way in
            request.url.contains("renew=true") ? LicenseResponse(status: 403, body: []) : try way(request)
        },
        exchange(.renewal, "a teardown that is refused", .sessionTearDown, says: "teardown", answer(500, "")),
        exchange(.renewal, "a session too many without 1007", .sessionSetUp, says: "1007") {
            request,
            number,
            way in
            number < 3 ? try way(request) : LicenseResponse(status: 503, body: [])
        },
    ]

    @Test(arguments: sessions)
    func `A session that is none is told under its code`(_ fault: PlantedFault) throws { try fault.check() }

    /// Returns a fault with external servers and a content token with these claims, besides its type.
    private static func contentToken(
        _ name: String,
        _ claims: String,
        says message: String
    ) -> PlantedFault {
        PlantedFault(.entitlement, name, .nagraSSM, in: FlowFixture.nagra, says: message) { planted in
            SessionManager().answer(&planted)
            planted.request.servers.contentTokens = [token(claims)]
        }
    }

    private static func token(_ claims: String) -> String {
        let payload = Data(#"{"typ":"ContentAuthZ",\#(claims)}"#.utf8).base64EncodedString()
        return "eyJhbGciOiJIUzI1NiJ9." + payload.filter { $0 != "=" } + ".AAAA"
    }

    static let contentTokens: [PlantedFault] = [
        contentToken("an old content token of theirs", #""exp":1700000000"#, says: "has expired"),
        contentToken(
            "a content token that is not valid yet",
            #""nbf":32503680000"#,
            says: "is not valid yet"
        ),
        contentToken(
            "a content token of another title",
            #""contentRights":[{"contentId":"movie-77"}]"#,
            says: "is for movie-77 (the key belongs to the title movie-42)"
        ),
    ]

    @Test(arguments: contentTokens)
    func `A content token that opens nothing is told before it goes out`(_ fault: PlantedFault) throws {
        try fault.check()
    }

    /// A token that is not a JSON Web Token may be readable only for the servers.
    @Test(arguments: [("content-token", true), (token(#""exp":32503680000"#), false)])
    func `A content token that cannot be read is warned of`(token: String, isWarned: Bool) throws {
        var planted = try PlantedFlow(FlowFixture.nagra, .nagraSSM)
        SessionManager().answer(&planted)
        planted.request.servers.contentTokens = [token]
        let report = try planted.run()
        #expect(report.holds)
        let findings = report.steps.filter { $0.code == .entitlement }.flatMap(\.findings)
        #expect(findings.contains { $0.message.contains("three parts") } == isWarned)
    }

    /// Changes the signalling object in the key URI.
    private static func signalling(
        _ code: FlowStep,
        _ name: String,
        says message: String,
        _ change: @escaping @Sendable (String) -> String
    ) -> PlantedFault {
        PlantedFault(code, name, .nagraSSP, in: FlowFixture.nagra, says: message) { planted in
            let text = String(decoding: try planted.folder.read("out/index.m3u8"), as: UTF8.self)
            let start = try #require(text.range(of: "skd://")).upperBound
            let old = String(text[start...].prefix { $0 != "\"" })
            let padded = old.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
            let data = try #require(
                Data(base64Encoded: padded + String(repeating: "=", count: (4 - padded.count % 4) % 4))
            )
            let new = Data(change(String(decoding: data, as: UTF8.self)).utf8).base64EncodedString()
                .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
                .replacingOccurrences(of: "=", with: "")
            try planted.export(as: "jsonl")
            try planted.editKeyURIs(old, new)
        }
    }

    static let objects: [PlantedFault] = [
        signalling(.assetID, "no JSON", says: "not a JSON object") { _ in "movie-42" },
        signalling(.assetID, "no KeyId", says: "KeyId") {
            $0.replacingOccurrences(of: "KeyId", with: "keyid")
        },
        signalling(.assetID, "no IV", says: "IV is missing") {
            $0.replacingOccurrences(of: "\"IV\"", with: "\"Iv\"")
        },
        signalling(.assetID, "a short IV", says: "IV is not 16 bytes") {
            $0.replacingOccurrences(of: "\"IV\":\"", with: "\"IV\":\"AAAA")
        },
        signalling(.assetID, "another IV", says: "not that of the key in the export") {
            $0.split(separator: "\"IV\":")[0] + "\"IV\":\"AAECAwQFBgcICQoLDA0ODw==\"}"
        },
        PlantedFault(.lookup, "an export of another title", .nagraSSP, in: FlowFixture.nagra, says: "-42584")
        {
            $0.answerWithoutKeys()
        },
    ]

    @Test(arguments: objects)
    func `A signalling object that is none is told under its code`(_ fault: PlantedFault) throws {
        try fault.check()
    }

    @Test(arguments: [
        (LicenseFlow.nagraSSP, 1, FlowFixture.nagra), (.nagraSSP, 1, FlowFixture.rotatingNagra),
        (.nagraSSM, 1, FlowFixture.nagra), (.nagraSSM, 1, FlowFixture.rotatingNagra),
        (.nagraSSM, 2, FlowFixture.nagra), (.nagraSSM, 2, FlowFixture.rotatingNagra),
        (.nagraSSM, 1, FlowFixture.nagraFragments), (.nagraSSP, 1, FlowFixture.nagraFragments),
    ])
    func `NAGRA's flows hold`(flow: LicenseFlow, version: Int, fixture: Result<FlowFixture, any Error>) throws
    {
        var planted = try PlantedFlow(fixture, flow)
        planted.request.sessionVersion = version
        let report = try planted.run()
        #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
        #expect(report.steps.allSatisfy { $0.outcome == .holds })
        #expect(report.remarks.contains { $0.contains("version 2") } == (version == 2))
    }

    @Test func `The title of the content token wins over the URI's`() throws {
        var planted = try PlantedFlow(FlowFixture.nagra, .nagraSSP)
        try planted.export(as: "jsonl") { $0.replacingOccurrences(of: "\"movie-42\"", with: "\"movie-43\"") }
        planted.store = nil
        let report = try planted.run()
        #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
        let step = try #require(report.steps.first { $0.code == .entitlement })
        #expect(step.findings.contains { $0.severity == .warning && $0.message.contains("movie-43") })
    }

    @Test(arguments: [(59, false), (60, true), (61, true)])
    func `A lease is at least the interval of heartbeats`(lease: Int, holds: Bool) throws {
        var planted = try PlantedFlow(FlowFixture.nagra, .nagraSSM)
        try planted.export(as: "jsonl") { text in
            text.replacingOccurrences(of: "\"state\":", with: "\"lease_seconds\":\(lease),\"state\":")
        }
        planted.store = nil
        let report = try planted.run()
        let failed = report.steps.filter { $0.outcome == .fails }.map(\.code)
        #expect(failed == (holds ? [] : [.renewal]))
    }
}
