import Foundation
import Testing

/// `keys backup` and `keys restore`: the store is lost, and a title lives on at another machine.
struct RestoredStoreTests {
    static let options = ["--template", "content-id-track"]
    /// The first machine; `elsewhere` has only what was carried over: clear media, the tree, the backup.
    let workspace: Workspace
    let elsewhere: Workspace

    init() throws {
        workspace = try Workspace()
        elsewhere = try Workspace(.none)
        try Recipient.write(to: workspace)
        let playlist = try workspace.copy(.transportStream)
        try workspace.protectSamples(playlist, Self.options).succeeds()
        let recipient = workspace.path("recipient.pem")
        let backup = try workspace.fairlead("keys", "backup", "--recipient", recipient, "-o", "keys.backup")
        #expect(try backup.succeeds().text == "keys.backup: 3 keys\n")
        #expect(try workspace.permissions(workspace.path("keys.backup")) == 0o600)
        for name in ["in", "out", "keys.backup", "recipient.key"] {
            try FileManager.default.copyItem(atPath: workspace.path(name), toPath: elsewhere.path(name))
        }
    }

    private func restore(_ more: String...) throws -> Outcome {
        let arguments = ["keys", "restore", "keys.backup", "--private-key", "recipient.key"]
        return try elsewhere.start(arguments + more).wait()
    }

    @Test func `What is restored under another key-encryption key verifies, and protects on`() throws {
        let records = try workspace.records()
        try restore().succeeds()
        #expect(try elsewhere.permissions(elsewhere.storeFile) == 0o600)
        #expect(try elsewhere.permissions(elsewhere.kekFile) == 0o600)
        let keks = try [workspace, elsewhere].map { try $0.data("config/fairlead/kek") }
        #expect(keks[0] != keks[1])
        try elsewhere.fairlead("keys", "list", "--kek-file", workspace.kekFile).fails(77, "keys.sqlite")
        #expect(try elsewhere.records() == records)
        try elsewhere.verify("out/multivariant.m3u8", "--source", elsewhere.path("in/multivariant.m3u8"))
            .succeeds()
        // The restored store knows which media the keys were used for: the same give the same result, others
        // are refused.
        let tree = try elsewhere.tree("out")
        try elsewhere.protectSamples(elsewhere.path("in/multivariant.m3u8"), to: "again", Self.options)
            .warns("for the first time since the store was restored")
        #expect(try elsewhere.tree("again") == tree)
        var data = try elsewhere.data("in/video/240p/segment1.ts")
        data[data.startIndex + data.count / 2] ^= 1
        try elsewhere.write(data, to: "in/video/240p/segment1.ts")
        try elsewhere.protectSamples(elsewhere.path("in/multivariant.m3u8"), to: "other", Self.options)
            .fails(65, "video/240p/index")
        try elsewhere.fairlead("keys", "audit").succeeds()
    }

    /// The first machine continues; the restored store cannot know what it does with the keys after its
    /// backup.
    @Test(arguments: ["protect", "keys create"])
    func `The first use of a title since the restoration is told, and noted`(command: String) throws {
        try restore().succeeds()
        func use(_ title: String, in place: Workspace) throws -> Outcome {
            if command == "keys create" {
                return try place.fairlead("keys", "create", "--content-id", title, "--track", "later")
            }
            return try place.protectSamples(
                place.path("in/multivariant.m3u8"),
                to: title,
                id: title,
                Self.options
            )
        }
        let first = try use("movie-42", in: elsewhere).warns("movie-42: its keys are used for the first time")
        for part in ["restored from a backup", "--new-key", "other copy"] {
            #expect(first.errors.contains(part), "\(part)")
        }
        let log = try elsewhere.fairlead("keys", "audit").succeeds().text
        #expect(log.contains("its keys are used for the first time since"))
        #expect(log.contains("the chain holds"))
        // One warning is enough; new titles, and titles of a store that was not restored, need none.
        for outcome in [
            try use("movie-42", in: elsewhere), try use("movie-43", in: elsewhere),
            try use("movie-42", in: workspace),
        ] {
            #expect(!outcome.errors.contains("restored"), "\(outcome.errors)")
        }
    }

    /// The warning of a run that ends with an error may go unread, so the next run has to repeat it.
    @Test func `A use that is refused is none`() throws {
        try restore().succeeds()
        var data = try elsewhere.data("in/video/240p/segment1.ts")
        data[data.startIndex + data.count / 2] ^= 1
        try elsewhere.write(data, to: "in/video/240p/segment1.ts")
        let playlist = elsewhere.path("in/multivariant.m3u8")
        try elsewhere.protectSamples(playlist, to: "other", Self.options).fails(65, "video/240p/index")
        try elsewhere.protectSamples(playlist, to: "other", Self.options + ["--new-key"])
            .warns("for the first time since the store was restored")
        try elsewhere.protectSamples(playlist, to: "other", Self.options).succeeds()
    }

    @Test func `An empty new store has none of the keys, and verify says so`() throws {
        try elsewhere.fairlead("keys", "init").succeeds()
        let outcome = try elsewhere.verify("out/multivariant.m3u8", "--format", "json")
        #expect(outcome.status == 69)
        let findings = try outcome.json(VerificationReport.self).findings
        #expect(Set(findings.map(\.rule)) == ["no-record"])
        // Every key line is reported, with its URI.
        for track in ["audio", "hd", "sd"] {
            #expect(findings.contains { $0.message.contains("skd://movie-42+\(track)+0+1") }, "\(track)")
        }
        #expect(findings.contains { $0.playlist == "video/240p/index.m3u8" && $0.line == 5 })
        // A restoration does not replace an existing store.
        try restore().fails(73, "keys.sqlite")
        #expect(try elsewhere.records().isEmpty)
    }

    @Test func `Without the private key, or with another, nothing is restored`() throws {
        let outcome = try ChildProcess.run(
            "openssl",
            "genrsa",
            "-out",
            elsewhere.path("other.key"),
            "2048"
        )
        try #require(outcome.status == 0)
        let restoring = ["keys", "restore", "keys.backup", "--private-key"]
        try elsewhere.start(restoring + ["other.key"]).wait().fails(77, "keys.backup", "private key")
        try elsewhere.start(restoring + ["none.key"]).wait().fails(66, "none.key")
        try elsewhere.start(Array(restoring.dropLast())).wait().fails(64, "--private-key")
        #expect(!elsewhere.exists("keys.sqlite"))
        #expect(!elsewhere.exists("config"))
    }
}
