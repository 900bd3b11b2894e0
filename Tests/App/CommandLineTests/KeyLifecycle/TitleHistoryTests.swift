import Foundation
import Testing

/// The later life of a title: after each change the right trees hold, and `verify` says why others do not.
struct TitleHistoryTests {
    let workspace: Workspace
    let playlist: String

    init() throws {
        workspace = try Workspace()
        playlist = try workspace.copy(.transportStream)
    }

    private func change(_ name: String) throws {
        var data = try workspace.data(name)
        data[data.startIndex + data.count / 2] ^= 1
        try workspace.write(data, to: name)
    }

    private func verify(_ tree: String) throws -> Outcome {
        try workspace.verify("\(tree)/multivariant.m3u8", "--format", "json")
    }

    private func rules(_ outcome: Outcome) throws -> Set<String> {
        let findings = try #require(try outcome.object()["findings"] as? [[String: Any]])
        return Set(findings.compactMap { $0["rule"] as? String })
    }

    @Test func `A corrected master of one rendition is taken where it is named`() throws {
        let options = ["--key-per", "rendition", "--template", "content-id-track"]
        try workspace.protectSamples(playlist, options).succeeds()
        let keys = try workspace.records().map(\.keyId)
        try change("in/video/240p/segment1.ts")
        let other = ["--reuse-key", "video/720p/index"]
        try workspace.protectSamples(playlist, to: "new", options + other).fails(65, "video/240p/index")
        let named = ["--reuse-key", "video/240p/index"]
        try workspace.protectSamples(playlist, to: "new", options + named).succeeds()
        #expect(try workspace.records().map(\.keyId).sorted() == keys.sorted())
        try verify("new").succeeds()
        // The store knows the first media, too; they only differ from the corrected master.
        try verify("out").succeeds()
        let old = try workspace.verify("out/multivariant.m3u8", "--source", playlist, "--format", "json")
        #expect(old.status == 69)
        #expect(try rules(old) == ["source-media"])
    }

    @Test func `A corrected master under new keys leaves the old tree as good as it was`() throws {
        let options = ["--key-per", "rendition", "--template", "content-id-track"]
        try workspace.protectSamples(playlist, options).succeeds()
        try change("in/video/240p/segment1.ts")
        try workspace.protectSamples(playlist, to: "new", options).fails(65, "video/240p/index", "--new-key")
        #expect(!workspace.exists("new"))
        try workspace.protectSamples(playlist, to: "new", options + ["--new-key"]).succeeds()
        let records = try workspace.records()
        #expect(Set(records.map(\.generation)) == [1, 2])
        #expect(Set(records.map(\.keyId)).count == records.count)
        try workspace.verify("new/multivariant.m3u8", "--source", playlist).succeeds()
        try verify("out").succeeds()
    }

    @Test func `A French track that comes later gets the key of its class`() throws {
        let options = ["--key-per", "type", "--template", "content-id-track"]
        try workspace.protectSamples(playlist, options).succeeds()
        let keys = Set(try workspace.records().map(\.keyId))
        try FileManager.default.copyItem(
            atPath: workspace.path("in/audio/en"),
            toPath: workspace.path("in/audio/fr")
        )
        let english = try #require(
            workspace.text("in/multivariant.m3u8").split(separator: "\n").first { $0.contains("audio/en/") }
        )
        let french = english.replacingOccurrences(of: "audio/en/", with: "audio/fr/")
            .replacingOccurrences(of: "LANGUAGE=\"en\"", with: "LANGUAGE=\"fr\"")
            .replacingOccurrences(of: "NAME=\"English\"", with: "NAME=\"Français\"")
            .replacingOccurrences(of: "DEFAULT=YES", with: "DEFAULT=NO")
        try workspace.edit("in/multivariant.m3u8", String(english), english + "\n" + french)
        let report = try workspace.protectSamples(playlist, to: "new", options + ["--format", "json"])
            .succeeds().json(ProtectionReport.self)
        #expect(report.keys.allSatisfy { !$0.new })
        #expect(Set(try workspace.records().map(\.keyId)) == keys)
        try verify("new").succeeds()
        try verify("out").succeeds()
    }

    @Test func `A change of vendor leaves both signalled`() throws {
        try workspace.protectSamples(playlist, ["--key-uri", "skd://old/{content_id}"]).succeeds()
        try workspace.fairlead(
            "rewrite",
            workspace.path("out/multivariant.m3u8"),
            "-o",
            workspace.path("new"),
            "--key-uri",
            "skd://new?id={content_id}"
        ).succeeds()
        let records = try workspace.records()
        #expect(Set(records.map(\.keyId)).count == 1)
        #expect(Set(records.compactMap(\.keyUri)) == ["skd://old/movie-42", "skd://new?id=movie-42"])
        let lines = try workspace.fairlead("keys", "export", "--as", "jsonl", "--allow-plaintext").succeeds()
            .text
        #expect(lines.contains("\"id\":\"old/movie-42\",\"hex\":\"6f6c642f6d6f7669652d3432\""))
        #expect(lines.contains("\"id\":\"new?id=movie-42\""))
        #expect(lines.split(separator: "\n").allSatisfy { $0.contains("\"scheme\":\"cbc-ts\"") })
        try verify("out").succeeds()
    }

    @Test func `A compromised key is replaced, and the old tree says so`() throws {
        let uri = ["--key-uri", "skd://{content_id}/{generation}"]
        try workspace.protectSamples(playlist, uri).succeeds()
        #expect(try workspace.deliver(to: "ksm-eu").map(\.state) == ["active"])
        try workspace.fairlead("keys", "revoke", "--content-id", "movie-42", "--reason", "leaked").succeeds()
        let old = try verify("out")
        #expect(old.status == 69)
        #expect(try rules(old) == ["revoked-key"])
        let tombstone = DeliveredKey(track: "all", key: nil, iv: nil, state: "revoked")
        #expect(try workspace.deliver(to: "ksm-eu") == [tombstone])
        try workspace.protectSamples(playlist, to: "again", uri).fails(65, "revoked", "--new-key")
        try workspace.protectSamples(playlist, to: "again", uri + ["--dry-run"]).fails(65, "revoked")
        #expect(!workspace.exists("again"))
        try workspace.protectSamples(playlist, to: "new", uri + ["--new-key"]).succeeds()
        try verify("new").succeeds()
        #expect(try rules(verify("out")) == ["revoked-key"])
    }

    @Test func `Other terms are pending at the key server, and not a byte of the tree is another`() throws {
        let terms = ["--content-id", "movie-42", "--hdcp", "type-1", "--lease", "2h"]
        try workspace.protectSamples(playlist).succeeds()
        let (tree, keys) = (try workspace.tree("out"), try workspace.records().map(\.key))
        #expect(try workspace.deliver(to: "ksm-eu").map(\.key) == keys)
        try workspace.fairlead("keys", "confirm", "--license-server", "ksm-eu").succeeds()
        #expect(try workspace.deliver(to: "ksm-eu").isEmpty)
        try workspace.start(["keys", "policy"] + terms).wait().succeeds()
        #expect(try workspace.deliver(to: "ksm-eu").map(\.key) == keys)
        let lines = try workspace.fairlead("keys", "export", "--as", "jsonl", "--allow-plaintext").succeeds()
        #expect(lines.text.contains("\"hdcp\":\"type-1\",\"lease_seconds\":7200"))
        try workspace.verify("out/multivariant.m3u8", "--source", playlist).succeeds()
        // Nothing has to be encrypted again either.
        try workspace.protectSamples(playlist).succeeds()
        #expect(try workspace.tree("out") == tree)
        try workspace.fairlead("keys", "confirm", "--license-server", "ksm-eu").succeeds()
        #expect(try workspace.deliver(to: "ksm-eu").isEmpty)
    }

    /// An exported record has its key URIs, because they are stored before a byte is encrypted.
    @Test func `Nothing is encrypted before the key server has the keys`() throws {
        let required = ["--require-provisioned", "ksm-eu"]
        let confirm = ["keys", "confirm", "--license-server", "ksm-eu", "--content-id", "movie-42"]
        try workspace.protectSamples(playlist, required)
            .fails(75, "ksm-eu", "keys export --pending ksm-eu", "keys confirm --license-server ksm-eu")
        #expect(try workspace.names() == ["config", "in", "keys.sqlite"])
        let first = try workspace.records()
        #expect(first.map(\.keyUri) == ["skd://movie-42"])
        try workspace.start(confirm).wait().succeeds()
        try workspace.protectSamples(playlist, required).succeeds()
        #expect(try workspace.records() == first)
        try verify("out").succeeds()
        // Other policy terms make another record: the license server has to get it, and the media stay.
        try workspace.fairlead("keys", "policy", "--content-id", "movie-42", "--hdcp", "type-1").succeeds()
        try workspace.protectSamples(playlist, required).fails(75, "ksm-eu")
        try verify("out").succeeds()
        try workspace.start(confirm).wait().succeeds()
        try workspace.protectSamples(playlist, required).succeeds()
        // Another key URI makes another record, too.
        let rewrite = [
            "rewrite", workspace.path("out/multivariant.m3u8"), "-o", workspace.path("new"), "--key-uri",
            "skd://other/{content_id}",
        ]
        try workspace.start(rewrite + required).wait().fails(75, "ksm-eu")
        #expect(!workspace.exists("new"))
        try workspace.start(confirm).wait().succeeds()
        try workspace.start(rewrite + required).wait().succeeds()
    }
}

/// Stores for tests, where a production store is required.
struct ProductionStoreTests {
    @Test func `Keys of tests are refused`() throws {
        let workspace = try Workspace(.none)
        try workspace.fairlead("keys", "init", "--kind", "test").succeeds()
        let playlist = Sample.transportStream.path
        try workspace.protectSamples(playlist, ["--require-production"]).fails(77, "keys.sqlite", "tests")
        #expect(!workspace.exists("out"))
        try workspace.protectSamples(playlist).succeeds()
        try workspace.verify("out/multivariant.m3u8", "--require-production").fails(77, "tests")
        try workspace.fairlead(
            "rewrite",
            workspace.path("out/multivariant.m3u8"),
            "-o",
            workspace.path("new"),
            "--key-uri",
            "skd://x/{content_id}",
            "--require-production"
        ).fails(77, "tests")
        try workspace.verify("out/multivariant.m3u8").succeeds()
    }
}
