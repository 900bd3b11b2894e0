import EntitlementMessages

@testable import LicenseFlows

/// Answers of an external entitlement server.
enum EntitlementReply {
    static let tokenURL = "https://fp.example.com:80/hms/fp/rights/?ExpressPlayToken=a"

    /// Allows every request and records it.
    static func exchange(_ requests: RecordedRequests) -> FaultyTransport.Exchange {
        { request, _, _ in
            requests.record(request)
            let entitlementRequest = try EntitlementRequest(reading: request.body ?? [])
            return LicenseResponse(
                status: 200,
                body: EntitlementAnswer(to: entitlementRequest, tokenURL: tokenURL).body
            )
        }
    }
}
