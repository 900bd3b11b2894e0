import EntitlementMessages
import ProtectionTerms
import Testing

@testable import LicenseFlows

/// The media types that the servers of `serve` accept, and status 415 for all others.
struct ServeMediaTypeTests {
    private static let types = [
        "application/octet-stream", "application/json; charset=utf-8", "Application/X-WWW-Form-Urlencoded",
        "text/plain",
    ]

    @Test(
        arguments: [
            (.ksm, "/license", [0, 1, 2], "-42585"),
            (.token, "/hms/fp/rights/?ExpressPlayToken=x", [0, 1, 2], "-42585"),
            (.entitlement, "/entitlement", [1], "application/json"),
            (.entitlement, "/hms/fp/token", [2], "application/x-www-form-urlencoded"),
            (.nagraSSP, SecureSessionServers.licensePath, [0], "1001"),
            (.nagraSSM, "/v1/sessions/setup", [1], "1001"),
        ] as [(LicenseFlow, String, [Int], String)]
    )
    func `Each server takes its own`(flow: LicenseFlow, path: String, accepted: [Int], message: String) throws
    {
        let served = try Served(flow.isOfNAGRA ? FlowFixture.nagra : FlowFixture.fairPlay, flow)
        for (index, type) in Self.types.enumerated() {
            let answer = try served.ask(path, [0x7B], [("Content-Type", type)])
            #expect((answer.status == 415) == !accepted.contains(index), "\(type): \(answer.status)")
            guard answer.status == 415 else { continue }
            #expect(String(decoding: answer.body, as: UTF8.self).contains(message))
        }
    }
}
