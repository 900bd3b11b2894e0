import EntitlementMessages

@testable import LicenseFlows

/// The answers of an entitlement server of others.
enum EntitlementReply {
    static let tokenURL = "https://fp.example.com:80/hms/fp/rights/?ExpressPlayToken=a"

    /// Allows all, and records what was asked.
    static func exchange(_ requests: RecordedRequests) -> FaultyTransport.Exchange {
        { request, _, _ in
            requests.record(request)
            let asked = try EntitlementRequest(reading: request.body ?? [])
            return LicenseResponse(status: 200, body: EntitlementAnswer(to: asked, tokenURL: tokenURL).body)
        }
    }
}
