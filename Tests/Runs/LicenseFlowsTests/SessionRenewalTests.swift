import Ciphers
import Foundation
import KeyStore
import LicenseMessages
import PresentationFixtures
import ProtectionTerms
import Rehearsal
import Testing

@testable import LicenseFlows

/// R12 of sessions: the license that a renewal with the session token gives.
struct SessionRenewalTests {
    @Test(arguments: ["key", "IV"])
    func `A renewal that gives another one is told`(what: String) throws {
        var planted = try PlantedFlow(FlowFixture.nagra, .nagraSSM)
        let record = try planted.fixture.records[0]
        let old = what == "key" ? record.key.digits : record.iv.hexadecimal
        var changed = planted
        try changed.export(as: "jsonl") {
            $0.replacingOccurrences(of: "\"\(old)\"", with: "\"00112233445566778899aabbccddeeff\"")
        }
        let credentials = try PlantedFlow.credentials.get()
        let module = KeySecurityModule(
            KSMLookup(try #require(changed.request.export).keys),
            certificateHash: SHA1.digest(of: credentials.certificateDER),
            privateKey: try #require(credentials.privateKey),
            applicationSecret: credentials.applicationSecret,
            function: StandInDeviceKeyFunction()
        )
        planted.faults.exchanges[.license] = { request, _, way in
            guard request.url.contains("renew=true") else { return try way(request) }
            let ckc = Data(try module.license(for: request.body ?? [])).base64EncodedString()
            return LicenseResponse(status: 200, body: Array(#"{"CkcMessage":"\#(ckc)"}"#.utf8))
        }
        let failing = try planted.run().steps.filter { $0.outcome == .fails }
        #expect(failing.map(\.code) == [.renewal])
        #expect(failing.flatMap(\.findings).contains { $0.message.contains("another key or IV") })
    }
}
