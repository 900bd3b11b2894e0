import HTTPTransfers
import KeyRecordFormats
import ProtectionTerms
import Rehearsal
import Testing
import WipedMemory

@testable import LicenseFlows

/// The HTTPS server of identity keys, which gives them only to the rehearsal and to no other local process.
struct KeyDeliveryServerTests {
    @Test func `A request without the secret of the run gets no key`() throws {
        var planted = try PlantedFlow(FlowFixture.identity, .keyDelivery)
        try planted.export(as: "jsonl")
        let exported = try #require(planted.request.export)
        let uri = try #require(exported.keys.keys.first?.signals.first?.keyURI)
        let server = try KeyDeliveryServer(KeyURLLookup(exported.keys), hosts: ["keys.example.com"])
        defer { server.stop() }
        var ours = HTTPRequest(.get, try HTTPURL(uri))
        try server.redirect(&ours)
        let delivered = try HTTPTransfer.perform(ours)
        #expect(delivered.status == 200 && delivered.body.count == 16)
        for headers in [[], [try HTTPHeader(name: "X-Rehearsal", value: String(repeating: "0", count: 32))]] {
            var theirs = ours
            theirs.headers = headers
            let refused = try HTTPTransfer.perform(theirs)
            #expect(refused.status == 403 && refused.body.count == 0)
        }
    }
}
