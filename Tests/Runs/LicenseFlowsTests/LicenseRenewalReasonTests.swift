import KeyStore
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import LicenseFlows

/// R12 tells why a later license fails, and sends as few requests as possible to external servers.
struct LicenseRenewalReasonTests {
    private static func renewal(_ planted: PlantedFlow) throws -> String {
        let report = try planted.run()
        let failed = report.steps.filter { $0.outcome == .fails }
        #expect(failed.map(\.code) == [.renewal])
        return failed.flatMap(\.findings).map(\.message).joined(separator: "\n")
    }

    @Test func `The status and number of a refusal are told`() throws {
        var planted = try PlantedFlow(FlowFixture.tokenURL, .tokenURL)
        planted.faults.answer = { answer, number in
            number == 1 ? answer : LicenseResponse(status: 401, body: Array(#"{"errorCode":-4010}"#.utf8))
        }
        #expect(try Self.renewal(planted).contains("a second time: HTTP status 401, error -4010"))
    }

    @Test func `What stands before the license is told`() throws {
        var planted = try PlantedFlow(FlowFixture.entitlement, .entitlement)
        planted.faults.exchanges[.entitlement] = { request, number, way in
            number == 1 ? try way(request) : LicenseResponse(status: 403, body: [])
        }
        #expect(try Self.renewal(planted).contains("answers with HTTP status 403"))
    }

    @Test func `An answer that is no CKC is told`() throws {
        var planted = try PlantedFlow(FlowFixture.fairPlay, .ksm)
        planted.faults.answer = { answer, number in
            number == 1 ? answer : LicenseResponse(status: 200, body: Array("none".utf8))
        }
        #expect(try Self.renewal(planted).contains("a second time: the CKC cannot be opened"))
    }

    /// The license server is a stand-in that shares the transport with an external token service.
    @Test(arguments: [(true, 1), (false, 2)])
    func `Tokens of others are used for all occasions once`(isOfOthers: Bool, keys: Int) throws {
        let requests = RecordedRequests()
        var planted = try PlantedFlow(FlowFixture.rotating, .token)
        if isOfOthers {
            planted.request.servers.tokenURL = "https://fp.example.com/hms/fp/token"
            planted.request.servers.sendsKeys = true
            planted.request.servers.requestsLicenses = true
            try planted.useKeyServer(
                ServeRequest.keys(of: [ContentID("movie-42")], in: planted.fixture.store),
                PlantedFlow.credentials.get()
            )
            planted.faults.exchanges[.token] = requests.tokens()
        } else {
            planted.faults.exchanges[.token] = { request, _, way in
                requests.record(request)
                return try way(request)
            }
        }
        let report = try planted.run()
        #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
        // One per key; four more for each key with all reasons for a later license; one for each other key.
        let count = try planted.fixture.records.count
        #expect(requests.all.count == count + 4 * keys + (count - keys))
    }

    @Test(arguments: [
        (LicenseFlow.token, FlowFixture.fairPlay), (.entitlement, FlowFixture.entitlement),
        (.tokenURL, FlowFixture.tokenURL),
    ])
    func `What is not public of licenses at token URLs is said`(
        flow: LicenseFlow,
        fixture: Result<FlowFixture, any Error>
    ) throws {
        let report = try PlantedFlow(fixture, flow).run()
        #expect(
            report.remarks.contains { $0.contains("The form of SPC and CKC at a token URL is not public") }
        )
    }

    /// NAGRA's license server accepts only octets.
    @Test(arguments: [LicenseFlow.nagraSSP, .nagraSSM])
    func `NAGRA's flows hold with the forms of the command line`(flow: LicenseFlow) throws {
        var planted = try PlantedFlow(FlowFixture.nagra, flow)
        planted.request.forms = LicenseRequestForm.allCases
        let report = try planted.run()
        #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
    }
}
