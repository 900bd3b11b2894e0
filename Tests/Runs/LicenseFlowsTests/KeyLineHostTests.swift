import Foundation
import ProtectionTerms
import Testing

@testable import LicenseFlows

/// Hosts of key lines, for all of which the same stand-in answers.
struct KeyLineHostTests {
    @Test(arguments: ["ent.exmaple.com", "ent.example.com"])
    func `Another host in one of several key lines is warned of`(host: String) throws {
        let planted = try PlantedFlow(FlowFixture.rotatingEntitlement, .entitlement)
        try planted.edit(
            "index.m3u8",
            "ent.example.com/sees/SEESServlet?cid=movie-42/all/1/",
            "\(host)/sees/SEESServlet?cid=movie-42/all/1/"
        )
        let step = try #require(try planted.run().steps.first { $0.code == .entitlement })
        let warnings = step.findings.filter { $0.message.contains("names the host") }
        #expect(step.outcome == .holds)
        #expect(warnings.map(\.severity) == (host == "ent.example.com" ? [] : [.warning]))
        #expect(
            warnings.allSatisfy {
                $0.message.contains("ent.exmaple.com, and the key lines before it name ent.example.com")
            }
        )
    }
}
