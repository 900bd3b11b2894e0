import Ciphers
import Foundation
import KeyStore
import LoopbackServers
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import LicenseFlows

/// External token services (`--token-url`): the keys sent, the number of requests, the last step.
struct TokenRecipientTests {
    private static let service = "https://fp.example.com/hms/fp/token"

    private static func plant(
        _ fixture: Result<FlowFixture, any Error> = FlowFixture.fairPlay,
        _ flow: LicenseFlow = .token,
        sendsKeys: Bool,
        _ requests: RecordedRequests
    ) throws -> PlantedFlow {
        var planted = try PlantedFlow(fixture, flow)
        planted.request.servers.tokenURL = service
        planted.request.servers.sendsKeys = sendsKeys
        planted.faults.exchanges[.token] = requests.tokens()
        return planted
    }

    @Test(arguments: [(LicenseFlow.token, FlowFixture.fairPlay), (.entitlement, FlowFixture.entitlement)])
    func `Without the option another key, another IV and no more of the title go out`(
        flow: LicenseFlow,
        fixture: Result<FlowFixture, any Error>
    ) throws {
        let requests = RecordedRequests()
        let planted = try Self.plant(fixture, flow, sendsKeys: false, requests)
        let report = try planted.run()
        #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
        let record = try #require(try planted.fixture.records.first)
        let form = try #require(requests.forms.first)
        #expect(form["contentKey"]?.utf8.count == 32 && form["contentKey"] != record.key.digits)
        #expect(form["iv"]?.utf8.count == 32 && form["iv"] != record.iv.hexadecimal)
        #expect(form["cookie"] == "rehearsal")
        for request in requests.all {
            let text = String(decoding: request.body ?? [], as: UTF8.self)
            #expect(request.url == Self.service && !text.contains("movie-42"))
            #expect(!text.lowercased().contains(record.key.digits))
        }
    }

    @Test func `With the option the key and the IV of the file go out`() throws {
        let requests = RecordedRequests()
        let planted = try Self.plant(sendsKeys: true, requests)
        #expect(try planted.run().holds)
        let record = try #require(try planted.fixture.records.first)
        #expect(requests.forms.map { $0["contentKey"] } == [record.key.digits])
        #expect(requests.forms.map { $0["iv"] } == [record.iv.hexadecimal])
    }

    /// Services charge for tokens.
    @Test(arguments: [
        (LicenseFlow.token, FlowFixture.rotating), (.entitlement, FlowFixture.rotatingEntitlement),
    ])
    func `Where the walk ends at the token, each key has one`(
        flow: LicenseFlow,
        fixture: Result<FlowFixture, any Error>
    ) throws {
        let requests = RecordedRequests()
        let planted = try Self.plant(fixture, flow, sendsKeys: true, requests)
        let report = try planted.run()
        #expect(report.holds)
        #expect(try requests.all.count == planted.fixture.records.count)
        for code in [FlowStep.request, .opening, .answer] {
            let step = try #require(report.steps.first { $0.code == code })
            #expect(step.outcome == .skipped && step.came.contains("Apple's D"), "\(code)")
        }
        #expect(report.steps.first { $0.code == .segments }?.outcome == .holds)
    }

    /// The license would have the random key that was sent instead.
    @Test func `A license is not asked for with the token of a key that nobody uses`() throws {
        let (tokens, licenses) = (RecordedRequests(), RecordedRequests())
        var planted = try Self.plant(sendsKeys: false, tokens)
        planted.request.servers.requestsLicenses = true
        planted.faults.exchanges[.license] = licenses.exchange(404, "")
        let report = try planted.run()
        #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
        #expect(licenses.all.isEmpty)
        let step = try #require(report.steps.first { $0.code == .request })
        #expect(step.outcome == .skipped && step.came.contains("--send-keys-to"))
    }

    @Test func `A redirect of a token request carries the key to nobody`() throws {
        let paths = RecordedRequests()
        let server = try LoopbackServer { request in
            paths.record(AppRequest(.token, request.path, body: request.body))
            return request.path == "/hms/fp/token"
                ? LoopbackResponse(status: 307, headers: ["Location": "/stolen"])
                : LoopbackResponse(status: 200)
        }
        defer { server.stop() }
        var planted = try PlantedFlow(FlowFixture.fairPlay, .token)
        planted.request.servers.tokenURL = server.url + "/hms/fp/token"
        planted.request.servers.sendsKeys = true
        let report = try planted.run()
        let failed = report.steps.filter { $0.outcome == .fails }
        #expect(failed.map(\.code) == [.token])
        #expect(failed.flatMap(\.findings).contains { $0.message.contains("307") })
        #expect(paths.all.map(\.url) == ["/hms/fp/token"])
        let record = try #require(try planted.fixture.records.first)
        #expect(paths.forms.map { $0["contentKey"] } == [record.key.digits])
    }

    /// The report describes a token request only if it has seen one.
    @Test func `Of a token that an entitlement server got no request is claimed`() throws {
        let requests = RecordedRequests()
        var planted = try PlantedFlow(FlowFixture.entitlement, .entitlement)
        planted.request.servers.entitlementURL = "https://ent.example.com/sees"
        planted.faults.exchanges[.entitlement] = EntitlementReply.exchange(requests)
        let report = try planted.run()
        #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
        #expect(requests.all.map(\.url) == ["https://ent.example.com/sees"])
        let step = try #require(report.steps.first { $0.code == .token })
        #expect(step.outcome == .holds && !step.asked.contains("contentKey"))
    }
}
