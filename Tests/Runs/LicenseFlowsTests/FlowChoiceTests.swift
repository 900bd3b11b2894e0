import KeyURITemplates
import PresentationFixtures
import Testing

@testable import LicenseFlows

/// The flows of a presentation, and when one of them holds.
struct FlowChoiceTests {
    /// The flows that are walked where none is named.
    private func flows(_ change: (inout PlantedFlow) throws -> Void) throws -> [LicenseFlow] {
        var planted = try PlantedFlow(FlowFixture.fairPlay, .ksm)
        planted.request.flows = nil
        try change(&planted)
        let report = try LicenseFlowRun(planted.request, store: planted.store).execute()
        #expect(report.holds)
        return report.flows.map(\.flow)
    }

    @Test func `A template without asset ids chooses the flow with one address`() throws {
        let chosen = try flows { planted in
            planted.store = nil
            planted.request.templateRules = []
            try planted.export(as: "jsonl")
        }
        #expect(chosen == [.hardCoded])
    }

    @Test func `What the store says of a key comes before the template`() throws {
        #expect(try flows { $0.request.templateRules = [] } == [.ksm])
    }

    @Test func `A rule that is named comes before both`() throws {
        let chosen = try flows { planted in
            planted.store = nil
            planted.request.templateRules = []
            planted.request.rule = .afterScheme
            try planted.export(as: "jsonl")
        }
        #expect(chosen == [.ksm])
    }

    /// Nobody knows of a fault, and no segment was decrypted.
    @Test(arguments: LicenseFlow.allCases)
    func `A flow that decrypts nothing does not hold`(flow: LicenseFlow) throws {
        let report = FlowReport(flow, StepRecords().reports(of: flow.steps, in: flow), remarks: [])
        #expect(!report.holds)
        #expect(report.steps.filter { $0.outcome == .fails }.map(\.code) == [.segments])
        #expect(report.steps.allSatisfy { $0.came != "a step before it failed" })
    }

    /// Video of SAMPLE-AES in transport streams may hide a wrong IV.
    @Test func `What a wrong IV hides in is remarked where nothing shows it`() throws {
        for (hasStore, hasSource, isRemarked) in [
            (false, false, true), (true, false, false), (false, true, false),
        ] {
            var planted = try PlantedFlow(FlowFixture.fairPlay, .ksm)
            if !hasSource { planted.request.source = nil }
            try planted.export(as: "jsonl")
            if !hasStore { planted.store = nil }
            let remarks = try planted.walk().remarks
            #expect(remarks.contains { $0.contains("A wrong IV") } == isRemarked)
        }
    }

    /// A value of a query may be a token.
    @Test func `The value of a query is not shown`() throws {
        let rules: [AssetIDRule] = [.query("cid"), .queryAsWritten("cid"), .afterSchemeAndQueryMark, .whole]
        for rule in rules {
            let assetID = try #require(rule.assetIDs(inKeyURI: "skd://?cid=T0kenT0ken").first)
            #expect(!assetID.shown.contains("T0ken"), "\(rule.name): \(assetID.shown)")
        }
        #expect(AssetIDRule.host.assetIDs(inKeyURI: "skd://movie-42/x").first?.shown == "movie-42")
    }
}
