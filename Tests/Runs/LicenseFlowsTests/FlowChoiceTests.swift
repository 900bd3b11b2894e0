import Foundation
import KeyRecordFormats
import KeyURITemplates
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import LicenseFlows

/// The flows that a presentation has, and the conditions under which a flow holds.
struct FlowChoiceTests {
    /// Returns the flows that run if the user names none.
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

    /// Returns the flows of a faulty presentation if the user names none, with the failed steps of each.
    private func chosen(
        _ fixture: Result<FlowFixture, any Error>,
        _ change: (inout PlantedFlow) throws -> Void
    ) throws
        -> [LicenseFlow: [FlowStep]]
    {
        var planted = try PlantedFlow(fixture, .ksm)
        planted.request.flows = nil
        try change(&planted)
        let report = try LicenseFlowRun(planted.request, store: planted.store).execute()
        return Dictionary(
            uniqueKeysWithValues: report.flows.map { flow in
                (flow.flow, flow.steps.filter { $0.outcome == .fails }.map(\.code))
            }
        )
    }

    @Test func `A key format that nobody knows with a URI of FairPlay's is meant for it`() throws {
        let flows = try chosen(FlowFixture.fragments) {
            for name in ["index.m3u8", "main.m3u8"] {
                try $0.edit(name, "com.apple.streamingkeydelivery", "com.apple.streamingkeydelivry")
            }
        }
        #expect(flows == [.ksm: [.keyLines], .cenc: []])
    }

    @Test func `Session keys without key lines choose their flow`() throws {
        let flows = try chosen(FlowFixture.fragments) {
            let text = String(decoding: try $0.folder.read("out/index.m3u8"), as: UTF8.self)
            let lines = text.split(whereSeparator: \.isNewline).filter {
                !$0.contains("streamingkeydelivery")
            }
            try $0.folder.write((lines.joined(separator: "\n") + "\n").utf8, to: "out/index.m3u8")
        }
        #expect(flows == [.ksm: [.keyLines], .cenc: []])
    }

    /// FairPlay clients ignore the lines of other systems.
    @Test func `A key id on a line of another system is no fault of FairPlay's`() throws {
        let flows = try chosen(FlowFixture.rotatingFragments) { planted in
            planted.request.source = nil
            let text = String(decoding: try planted.folder.read("out/index.m3u8"), as: UTF8.self)
            var lines = text.split(whereSeparator: \.isNewline).map(String.init)
            let last = try #require(lines.lastIndex { $0.contains("edef8ba9") && $0.contains("KEYID=0x") })
            let digits = try #require(lines[last].firstRange(of: "KEYID=0x")).upperBound
            lines[last].replaceSubrange(digits...digits, with: lines[last][digits] == "0" ? "1" : "0")
            try planted.folder.write((lines.joined(separator: "\n") + "\n").utf8, to: "out/index.m3u8")
        }
        #expect(flows[.ksm] == [] && flows[.cenc] == [.assetID])
    }

    /// A file that was detected as CPIX can have either version.
    @Test func `Terms that some version of a format has no place for may be missing`() {
        #expect(ExportedFile(keys: .none, format: "cpix").policyTerms == [])
        #expect(ExportedFile(keys: .none, format: "cpix-2.4").policyTerms == [.hdcp])
        #expect(ExportedFile(keys: .none, format: "csv").policyTerms == Set(KeyPolicyTerm.allCases))
        #expect(ExportedFile(keys: .none, format: "nothing").policyTerms == nil)
    }

    /// No step has a fault, but no segment was decrypted.
    @Test(arguments: LicenseFlow.allCases)
    func `A flow that decrypts nothing does not hold`(flow: LicenseFlow) throws {
        let report = FlowReport(flow, StepResults().reports(of: flow.steps, in: flow), remarks: [])
        #expect(!report.holds)
        #expect(report.steps.filter { $0.outcome == .fails }.map(\.code) == [.segments])
        #expect(report.steps.allSatisfy { $0.came != "a step before it failed" })
    }

    /// Video and audio can hide a wrong key: neither source nor key store shows it.
    @Test func `What a wrong key hides in is remarked where nothing shows it`() throws {
        for (hasStore, hasSource, isRemarked) in [
            (false, false, true), (true, false, false), (false, true, false),
        ] {
            var planted = try PlantedFlow(FlowFixture.fairPlay, .ksm)
            if !hasSource { planted.request.source = nil }
            try planted.export(as: "jsonl")
            if !hasStore { planted.store = nil }
            let remarks = try planted.run().remarks
            #expect(remarks.contains { $0.contains("a wrong key or IV") } == isRemarked)
        }
    }

    /// A query value can be a token.
    @Test func `The value of a query is not shown`() throws {
        let rules: [AssetIDRule] = [.query("cid"), .queryAsWritten("cid"), .afterSchemeAndQueryMark, .whole]
        for rule in rules {
            let assetID = try #require(rule.assetIDs(inKeyURI: "skd://?cid=T0kenT0ken").first)
            #expect(!assetID.shown.contains("T0ken"), "\(rule.name): \(assetID.shown)")
        }
        #expect(AssetIDRule.host.assetIDs(inKeyURI: "skd://movie-42/x").first?.shown == "movie-42")
    }
}
