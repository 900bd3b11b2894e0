import EntitlementMessages
import Foundation
import KeyURITemplates
import LoopbackServers
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import LicenseFlows

/// External servers with the host of the key lines get the requests; no stand-in answers for them.
struct EqualHostTests {
    /// A local server without TLS.
    private final class Server {
        let requests = RecordedRequests()
        let server: LoopbackServer

        init(_ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackResponse) throws {
            let requests = requests
            server = try LoopbackServer { request in
                requests.record(AppRequest(.license, request.path, body: request.body))
                return answer(request)
            }
        }

        deinit { server.stop() }
    }

    private static func entitlement(_ host: String) throws -> PlantedFlow {
        var planted = try PlantedFlow(FlowFixture.entitlement, .entitlement)
        try planted.export(as: "jsonl")
        try planted.editKeyURIs("ent.example.com", host)
        planted.store = nil
        planted.request.rule = .query("cid")
        return planted
    }

    private static let allowing: @Sendable (LoopbackRequest) -> LoopbackResponse = { request in
        guard let entitlementRequest = try? EntitlementRequest(reading: request.body) else {
            return LoopbackResponse(status: 400)
        }
        return LoopbackResponse(
            status: 200,
            body: EntitlementAnswer(to: entitlementRequest, tokenURL: EntitlementReply.tokenURL).body
        )
    }

    @Test(arguments: ["127.0.0.1", "localhost"])
    func `An entitlement server that was named is asked`(host: String) throws {
        let server = try Server(Self.allowing)
        var planted = try Self.entitlement(host)
        planted.request.servers.entitlementURL = "http://\(host):\(server.server.port)/entitlement"
        let report = try planted.run()
        #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
        #expect(server.requests.all.map(\.url) == ["/entitlement"])
    }

    /// This also holds for the token URL in the answer of that server.
    @Test(arguments: ["127.0.0.1", "localhost"])
    func `The token URL of a server that was named is asked`(host: String) throws {
        let licenses = try Server { _ in LoopbackResponse(status: 404) }
        let tokenURL = "http://\(host):\(licenses.server.port)/rights?ExpressPlayToken=a"
        let server = try Server { request in
            guard let entitlementRequest = try? EntitlementRequest(reading: request.body) else {
                return LoopbackResponse(status: 400)
            }
            return LoopbackResponse(
                status: 200,
                body: EntitlementAnswer(to: entitlementRequest, tokenURL: tokenURL).body
            )
        }
        var planted = try Self.entitlement(host)
        planted.request.servers.entitlementURL = "http://\(host):\(server.server.port)/entitlement"
        planted.request.servers.requestsLicenses = true
        let report = try planted.run()
        #expect(report.steps.filter { $0.outcome == .fails }.map(\.code) == [.request])
        #expect(licenses.requests.all.map(\.url) == ["/rights"])
    }

    @Test(arguments: ["127.0.0.1", "localhost"])
    func `A token service that was named is asked, and our entitlement server at the key lines`(host: String)
        throws
    {
        let server = try Server { _ in
            LoopbackResponse(status: 200, body: Array((EntitlementReply.tokenURL + "\r\n").utf8))
        }
        var planted = try Self.entitlement(host)
        planted.request.servers.tokenURL = "http://\(host):\(server.server.port)/hms/fp/token"
        planted.request.servers.sendsKeys = true
        let report = try planted.run()
        #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
        #expect(server.requests.all.map(\.url) == ["/hms/fp/token"])
    }

    @Test(arguments: ["127.0.0.1", "localhost"])
    func `A license server that was named is asked in the place of the token URL`(host: String) throws {
        let server = try Server { _ in LoopbackResponse(status: 404) }
        var planted = try PlantedFlow(FlowFixture.tokenURL, .tokenURL)
        try planted.export(as: "jsonl")
        try planted.editKeyURIs("licenses.example.com:80", host)
        planted.store = nil
        planted.request.licenseURL = "http://\(host):\(server.server.port)/license"
        let report = try planted.run()
        let failed = report.steps.filter { $0.outcome == .fails }
        #expect(failed.flatMap(\.findings).contains { $0.message.contains("HTTP status 404") })
        #expect(server.requests.all.map(\.url) == ["/license"])
    }
}
