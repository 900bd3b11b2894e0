import EntitlementMessages
import Foundation
import KeyRecordFormats
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import LicenseFlows

/// Sessions at an external manager: every session ends, whatever fails, since accounts may have few.
struct SessionEndTests {
    private typealias Exchange = FaultyTransport.Exchange

    private static func plant(_ manager: SessionManager, _ flow: LicenseFlow = .nagraSSM) throws
        -> PlantedFlow
    {
        var planted = try PlantedFlow(FlowFixture.rotatingNagra, flow)
        manager.answer(&planted)
        return planted
    }

    private static func answer(_ status: Int, _ body: String) -> Exchange {
        { _, _, _ in LicenseResponse(status: status, body: Array(body.utf8)) }
    }

    @Test func `Sessions are walked up to where licenses want D, and end`() throws {
        let manager = SessionManager()
        let report = try Self.plant(manager).run()
        #expect(report.holds, "\(report.steps.flatMap(\.findings).map(\.text))")
        #expect(manager.active.isEmpty && manager.count > 2)
        let step = try #require(report.steps.first { $0.code == .request })
        #expect(step.outcome == .skipped && step.came.contains("Apple's D"))
        #expect(report.steps.first { $0.code == .renewal }?.outcome == .holds)
    }

    /// Refusals of a license after the session was set up.
    private static let refusals: [(status: Int, body: String)] = [
        (500, ""), (403, #"{"errorCode":4000}"#), (200, "no CKC"), (200, #"{"CkcMessage":"AAAA"}"#),
        (404, #"{"errorCode":4011}"#),
    ]

    @Test(arguments: refusals)
    func `A session ends where no license comes`(_ refusal: (status: Int, body: String)) throws {
        let manager = SessionManager()
        var planted = try Self.plant(manager)
        planted.request.licenseURL = "https://licenses.example.com/licenses"
        planted.faults.exchanges[.license] = Self.answer(refusal.status, refusal.body)
        #expect(try !planted.run().holds)
        #expect(manager.count > 0 && manager.active.isEmpty, "\(manager.active)")
    }

    @Test func `A session ends where the export is wrong`() throws {
        let manager = SessionManager()
        var planted = try Self.plant(manager)
        try planted.export(as: "jsonl") { text in
            text.split(separator: "\n").prefix(1).joined() + "\n"
        }
        #expect(try !planted.run().holds)
        #expect(manager.count > 0 && manager.active.isEmpty)
    }

    @Test func `A session ends where a heartbeat is refused, with the token that it has by then`() throws {
        for number in 1...2 {
            let manager = SessionManager()
            var planted = try Self.plant(manager)
            let way = planted.faults.exchanges[.heartbeat]
            planted.faults.exchanges[.heartbeat] = { request, count, next in
                // The client tries the old token between the two.
                guard count >= 2 * number - 1 else {
                    return try way?(request, count, next) ?? LicenseResponse(status: 500, body: [])
                }
                return LicenseResponse(status: 503, body: [])
            }
            #expect(try planted.run().steps.filter { $0.outcome == .fails }.map(\.code) == [.renewal])
            #expect(manager.active.isEmpty, "\(number): \(manager.active)")
        }
    }

    @Test func `A session whose set-up answers without an interval ends`() throws {
        let manager = SessionManager()
        var planted = try Self.plant(manager)
        planted.faults.exchanges[.sessionSetUp] = { _, _, _ in
            let answer = try SessionAnswer(readingSetUp: manager.setUp().body)
            return LicenseResponse(status: 200, body: SessionAnswer(sessionToken: answer.sessionToken).body)
        }
        #expect(try planted.run().steps.filter { $0.outcome == .fails }.map(\.code) == [.entitlement])
        #expect(manager.count > 0 && manager.active.isEmpty)
    }

    /// No license is requested here that would contradict the export.
    @Test(arguments: [(59, false), (60, true), (0, true)])
    func `The lease of the export is at least the interval of heartbeats`(lease: Int, holds: Bool) throws {
        let manager = SessionManager(heartbeat: 60)
        var planted = try PlantedFlow(FlowFixture.nagra, .nagraSSM)
        manager.answer(&planted)
        try planted.export(as: "jsonl") { text in
            lease == 0
                ? text
                : text.replacingOccurrences(of: "\"state\":", with: "\"lease_seconds\":\(lease),\"state\":")
        }
        planted.store = nil
        let report = try planted.run()
        #expect(report.steps.filter { $0.outcome == .fails }.map(\.code) == (holds ? [] : [.renewal]))
        #expect(manager.active.isEmpty)
    }
}
