import Foundation
import Testing

/// `batch --keys-only` and `batch --dry-run`.
struct BatchModeTests {
    let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.manifest(
            "content_id,input,clear",
            "a,\(Sample.packedAudio.path),",
            "b,\(Mezzanine.avc),",
            "c,\(Mezzanine.avc),yes"
        )
    }

    @Test func `Keys are minted, and the batch uses them`() throws {
        let minted = try workspace.batchReport("--keys-only")
        #expect(minted.states == ["a": "keys-minted", "b": "keys-minted", "c": "unchanged"])
        #expect(minted.titles.allSatisfy { $0.output == nil })
        let records = try workspace.records()
        #expect(records.map(\.contentId).sorted() == ["a", "b"])
        #expect(!workspace.exists("results"))
        #expect(try workspace.batchReport("--keys-only").states["a"] == "unchanged")
        #expect(try workspace.records() == records)
        // Keys can be delivered before there are media.
        #expect(try workspace.deliver(to: "ksm").count == 2)
        try workspace.fairlead("keys", "confirm", "--license-server", "ksm").succeeds()
        let report = try workspace.batchReport("--require-provisioned", "ksm")
        #expect(report.states == ["a": "published", "b": "published", "c": "published"])
        #expect(try workspace.records() == records)
        for title in report.titles where title.contentId != "c" {
            #expect(
                title.keys.map(\.keyId) == records.filter { $0.contentId == title.contentId }.map(\.keyId)
            )
        }
    }

    @Test func `A dry run touches nothing`() throws {
        let before = try workspace.identities("")
        let report = try workspace.batchReport("--dry-run")
        #expect(report.states == ["a": "waiting", "b": "waiting", "c": "waiting"])
        #expect(report.titles.allSatisfy { $0.output?.files ?? 0 > 0 })
        #expect(try report.title("a").keys.map(\.keyUri) == ["skd://a"])
        #expect(try report.title("a").keys.map(\.keyId) == [nil])
        #expect(try workspace.hasEmptyStore)
        #expect(try workspace.identities("") == before)
        _ = try workspace.batchReport()
        #expect(try Set(workspace.batchReport("--dry-run").states.values) == ["current"])
    }
}
