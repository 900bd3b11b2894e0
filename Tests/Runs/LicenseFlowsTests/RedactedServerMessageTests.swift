import Ciphers
import EntitlementMessages
import Foundation
import KeyStore
import PresentationFixtures
import ProtectionTerms
import Testing
import WipedMemory

@testable import LicenseFlows

/// Text from external servers in reports: a server may echo what it was sent.
struct RedactedServerMessageTests {
    private struct Refusal: Encodable {
        var status: Int?
        var errorCode: Int?
        let message: String
        var place: String?
        var remedy: String?

        var body: [UInt8] { (try? Array(JSONEncoder().encode(self))) ?? [] }
    }

    /// Returns everything that a run shows: the report and the page.
    private static func shown(_ planted: PlantedFlow) throws -> String {
        let faults = planted.faults
        let report = try LicenseFlowRun(
            planted.request,
            store: planted.store,
            transport: { FaultyTransport($0, faults) }
        ).execute()
        #expect(!report.holds)
        var page = ""
        LicenseFlowPage(report).write { page += $0 }
        let texts = report.flows.flatMap(\.steps).flatMap { [$0.asked, $0.came] + $0.findings.map(\.text) }
        for text in texts { #expect(text.utf8.count < 1000, "\(text.prefix(1000))") }
        let json = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
        return json + page + texts.joined(separator: "\n")
    }

    private static func expectNone(of secrets: [String], in shown: String) {
        for secret in secrets {
            #expect(!shown.lowercased().contains(secret.lowercased()), "\(secret) is shown")
        }
        #expect(!shown.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(!shown.contains("\\u001b") && !shown.contains("\u{202E}"))
    }

    private static func digits(_ planted: PlantedFlow) throws -> [String] {
        let record = try #require(try planted.fixture.records.first)
        let bytes = record.key.withSpan { span in span.indices.map { span[$0] } }
        return [record.key.digits, Data(bytes).base64EncodedString(), record.iv.hexadecimal]
    }

    /// Ways in which a service can echo its input.
    static let echoes: [@Sendable (String) -> String] = [
        { $0 }, { $0.uppercased() }, { String($0.reversed()) + $0 },
        { "\u{1B}[31m\u{202E}" + $0 + String(repeating: " and so on", count: 100_000) },
        { $0.removingPercentEncoding ?? "" },
        { form in form.split(separator: "&").map { $0.drop { $0 != "=" }.dropFirst() }.joined(separator: " ")
        },
    ]

    // The short authenticator cannot be in a random identifier, in Base64 or in the page by chance.
    @Test(arguments: echoes.indices, ["~-.z", "201722,a-secret of mine"])
    func `A token service that echoes puts no key and no authenticator into a report`(
        index: Int,
        authenticator: String
    ) throws {
        for status in [400, 500] {
            var planted = try PlantedFlow(FlowFixture.fairPlay, .token)
            planted.request.servers.tokenURL = "https://fp.example.com/hms/fp/token"
            planted.request.servers.sendsKeys = true
            planted.request.servers.authenticator = SharedSecret(
                SecretBytes(copying: Array(authenticator.utf8))
            )
            planted.faults.exchanges[.token] = { request, _, _ in
                let form = String(decoding: request.body ?? [], as: UTF8.self)
                let refusal = Refusal(status: -2018, message: Self.echoes[index](form), place: form)
                return LicenseResponse(status: status, body: refusal.body)
            }
            let shown = try Self.shown(planted)
            #expect(shown.contains("-2018"))
            Self.expectNone(of: try Self.digits(planted) + [authenticator], in: shown)
        }
    }

    @Test func `A token URL that is none is not shown`() throws {
        var planted = try PlantedFlow(FlowFixture.fairPlay, .token)
        planted.request.servers.tokenURL = "https://fp.example.com/hms/fp/token"
        planted.request.servers.sendsKeys = true
        planted.faults.exchanges[.token] = { request, _, _ in
            let form = String(decoding: request.body ?? [], as: UTF8.self)
            return LicenseResponse(status: 200, body: Array((form + ":x").utf8))
        }
        Self.expectNone(of: try Self.digits(planted), in: try Self.shown(planted))
    }

    @Test func `An entitlement server that echoes puts no authorization into a report`() throws {
        for secret in ["Bearer app-42-password", "Basic YWJjOmRlZg=="] {
            var planted = try PlantedFlow(FlowFixture.entitlement, .entitlement)
            planted.request.servers.entitlementURL = "https://ent.example.com/sees"
            planted.request.servers.authorization = [AppRequest.Header(name: "Authorization", value: secret)]
            planted.faults.exchanges[.entitlement] = { request, _, _ in
                let entitlementRequest = try EntitlementRequest(reading: request.body ?? [])
                let sent = request.headers.map(\.value).joined(separator: " ")
                let answer = EntitlementAnswer(
                    to: entitlementRequest,
                    tokenURL: nil,
                    error: 17,
                    errorText: "not you: \(sent)"
                )
                return LicenseResponse(status: 200, body: answer.body)
            }
            let shown = try Self.shown(planted)
            #expect(shown.contains("not you"))
            Self.expectNone(
                of: [secret] + secret.split(separator: " ").dropFirst().map(String.init),
                in: shown
            )
        }
    }

    @Test func `A session manager that echoes puts no token into a report`() throws {
        for purpose in [AppRequest.Purpose.sessionSetUp, .heartbeat, .sessionTearDown] {
            let manager = SessionManager()
            var planted = try PlantedFlow(FlowFixture.nagra, .nagraSSM)
            manager.answer(&planted)
            planted.request.servers.contentTokens = ["my-content-token"]
            planted.faults.exchanges[purpose] = { request, _, _ in
                let sent = request.headers.map(\.value).joined(separator: " ")
                let refusal = Refusal(errorCode: 1001, message: "no: \(sent)")
                return LicenseResponse(status: 400, body: refusal.body)
            }
            let shown = try Self.shown(planted)
            #expect(shown.contains("1001: no: "))
            Self.expectNone(of: ["my-content-token", "session-token"], in: shown)
        }
    }

    /// Only fairlead itself decides about the location and the remedy of a finding.
    @Test func `Locations and remedies of a license server of others are not shown`() throws {
        for status in [-42581, -42584] {
            var planted = try PlantedFlow(FlowFixture.fairPlay, .ksm)
            planted.request.licenseURL = "https://ksm.example.com/license?token=my-secret-token"
            let key = try Self.digits(planted)[0]
            planted.faults.exchanges[.license] = { request, _, _ in
                let refusal = Refusal(
                    status: status,
                    message: "no \(key) for \(request.url)",
                    place: "their place",
                    remedy: "Their remedy."
                )
                return LicenseResponse(status: 400, body: refusal.body)
            }
            let shown = try Self.shown(planted)
            #expect(shown.contains("\(status)"))
            Self.expectNone(of: [key, "my-secret-token", "their place", "their remedy"], in: shown)
        }
    }

    /// Bodies of refusals, and the error number found in each.
    static let numbers: [(body: String, number: Int?)] = [
        (#"{"status":-42584}"#, -42584), (#"{"status":-2018,"message":"x"}"#, -2018),
        (#"{"status":400,"error":"-2018 authenticator"}"#, -2018),
        (#"{"status":401,"errorCode":3003,"message":"x"}"#, 3003),
        (#"{"status":500,"errorCode":500,"message":"code -6007"}"#, -6007),
        (#"{"status":400,"errorCode":-4010}"#, -4010), (#"{"status":0,"error":{"code":-2019}}"#, -2019),
        (#"{"status":400}"#, nil), (#"{"status":400,"errorCode":404}"#, nil), (#"{"status":"no"}"#, nil),
        ("<p>Error -2019</p>", -2019), ("", nil),
    ]

    @Test(arguments: numbers)
    func `A status of HTTP hides no published number`(_ row: (body: String, number: Int?)) {
        #expect(LicenseServerError(reading: Array(row.body.utf8))?.status == row.number)
    }
}
