import Foundation
import ProtectionTerms
import Synchronization
import Testing

@testable import LicenseFlows

/// R04: token URLs for another key than the requested one.
struct TokenURLFaultTests {
    /// Answers every request with the token URL of the first key.
    private static func repeatsFirst() -> FaultyTransport.Exchange {
        let first = Mutex<(key: String, response: LicenseResponse)?>(nil)
        return { request, _, way in
            let form = String(decoding: request.body ?? [], as: UTF8.self)
            let key = try #require(form.split(separator: "&").first { $0.hasPrefix("contentKey=") })
            if let first = first.withLock({ $0 }), first.key != key { return first.response }
            let response = try way(request)
            first.withLock { $0 = (String(key), response) }
            return response
        }
    }

    @Test(arguments: [
        PlantedFault(
            .token,
            "the token URL of another key",
            .token,
            in: FlowFixture.rotating,
            says: "of another key"
        ) {
            $0.faults.exchanges[.token] = repeatsFirst()
        },
        PlantedFault(
            .token,
            "the token URL of another key",
            .entitlement,
            in: FlowFixture.rotatingEntitlement,
            says: "of another key"
        ) {
            $0.faults.exchanges[.token] = repeatsFirst()
        },
    ])
    func `A token URL of another key is told`(_ fault: PlantedFault) throws { try fault.check() }
}
