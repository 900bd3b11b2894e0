import EntitlementMessages
import ProtectionTerms
import Testing

@testable import LicenseFlows

/// The log of `serve` has each injected fault, even one of a step within another request.
struct FaultLogTests {
    @Test(
        arguments: [
            (.ksm, "R05:404", .certificate), (.ksm, "R06:500", .request), (.ksm, "R07:-42589", .opening),
            (.ksm, "R08:-42584", .lookup), (.ksm, "R10:key", .answer), (.ksm, "R10:iv", .answer),
            (.ksm, "R12:refused", .renewal), (.token, "R04:-4010", .token),
        ] as [(LicenseFlow, String, FlowStep)]
    )
    func `Of licenses`(flow: LicenseFlow, text: String, step: FlowStep) throws {
        let served = try Served(FlowFixture.fairPlay, flow) {
            $0.faults = [try InjectedFault(text, isOnce: true, flows: [flow])]
        }
        _ = try served.ask("/certificate")
        _ = try served.ask("/token?asset_id=movie-42%2Fall%2F0%2F1")
        let client = try served.client()
        for _ in 0..<3 {
            _ = try served.license(client, "movie-42/all/0/1", at: served.servers.url + "/license")
        }
        #expect(served.log.compactMap(\.fault) == [step])
    }

    @Test(arguments: [("R03:denied", FlowStep.entitlement), ("R03:401", .entitlement), ("R04:-2019", .token)])
    func `Of entitlements, and of the token within`(text: String, step: FlowStep) throws {
        let served = try Served(FlowFixture.entitlement, .entitlement) {
            $0.faults = [try InjectedFault(text, isOnce: true, flows: [.entitlement])]
        }
        let json = [("Content-Type", "application/json")]
        let body = EntitlementRequest(contentID: "movie-42/all/0/1").body
        // Only a valid request uses up the fault; the first two are none.
        _ = try served.ask("/entitlement")
        _ = try served.ask("/entitlement", body, [("Content-Type", "text/plain")])
        _ = try served.ask("/entitlement", body, json)
        let answer = try EntitlementAnswer(reading: try served.ask("/entitlement", body, json).body)
        #expect(answer.isAllowed)
        #expect(served.log.map(\.fault) == [nil, nil, step, nil])
    }

    @Test(arguments: [("R06:401", FlowStep.request), ("R08:404", .lookup)])
    func `Of identity keys`(text: String, step: FlowStep) throws {
        let served = try Served(FlowFixture.identity, .keyDelivery) {
            $0.faults = [try InjectedFault(text, isOnce: true, flows: [.keyDelivery])]
        }
        for _ in 0..<2 { _ = try served.ask("/keys/0") }
        #expect(served.log.map(\.fault) == [step, nil])
        #expect(served.log.map(\.status).last == 200)
    }
}
