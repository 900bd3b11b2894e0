import Foundation
import Testing

/// `--derive-from` of `protect` and `package`.
struct DerivedKeyTests {
    static let master = "6d61737465720d0a00ff7e5b1c9a4402e7d3b8f5916a2c4d8e0f1a2b3c4d5e6f"
    static let classes = ["--content-id", ProtectingJob.title, "--template", "content-id-track"]

    /// Returns a workspace with the master secret in a file.
    private func makeWorkspace() throws -> Workspace {
        let workspace = try Workspace(.fresh)
        try workspace.writeSecret(Data((Self.master + "\n").utf8), to: "secret/master")
        return workspace
    }

    private func options(_ workspace: Workspace, _ derivation: String) -> [String] {
        Self.classes + ["--derive-from", workspace.path("secret/master"), "--derive-with", derivation]
    }

    /// Returns key, IV and key id as Python's `cryptography` derives them.
    private func derived(_ record: KeyRecord, _ derivation: String) throws -> [String] {
        let outcome = try ChildProcess(
            TestPaths.tool("python3"),
            [
                TestPaths.samples + "/../Tests/Oracles/derived-keys/derive.py", derivation, Self.master,
                record.contentId, record.track, "\(record.period)", "\(record.generation)",
            ]
        ).wait()
        try #require(outcome.status == 0, "\(outcome)")
        return outcome.text.split(separator: "\n").map(String.init)
    }

    private func expectDerived(_ records: [KeyRecord], _ derivation: String) throws {
        for record in records {
            let written = [record.key, record.iv, record.keyId.replacing("-", with: "")]
            #expect(try written == derived(record, derivation), "\(record.track)")
        }
    }

    @Test(arguments: ProtectingJob.allCases, ["hkdf-sha256", "sp800-108"])
    func `Two stores that never met have the keys that another implementation derives`(
        job: ProtectingJob,
        derivation: String
    ) throws {
        let (one, other) = (try makeWorkspace(), try makeWorkspace())
        for workspace in [one, other] {
            try job.run(in: workspace, options(workspace, derivation)).succeeds()
        }
        let records = try one.records()
        #expect(Set(records.map(\.track)) == job.tracks)
        try expectDerived(records, derivation)
        #expect(try other.records() == records)
        #expect(try one.tree("out") == other.tree("out"))
        try job.verify(in: one).succeeds()
        // The tree of the first workspace, verified with the store of the second.
        try other.start(["verify", one.path(job.playlist)]).wait().succeeds()
        for (name, data) in try one.tree("") where !name.hasPrefix("secret/") {
            #expect(data.range(of: Data(Self.master.utf8)) == nil, "\(name)")
        }
    }

    @Test func `The next generation is derived too, and the store needs no secret to find it`() throws {
        let (workspace, job) = (try makeWorkspace(), ProtectingJob.protect)
        try job.run(in: workspace, options(workspace, "hkdf-sha256")).succeeds()
        let first = try workspace.tree("out")
        try job.run(in: workspace, options(workspace, "hkdf-sha256") + ["--new-key", "--overwrite"])
            .succeeds()
        #expect(try workspace.tree("out") != first)
        let records = try workspace.records()
        #expect(Set(records.map(\.generation)) == [1, 2])
        #expect(Set(records.map(\.key)).count == 2 * job.tracks.count)
        try expectDerived(records, "hkdf-sha256")
        try job.verify(in: workspace).succeeds()
        try job.run(in: workspace, Self.classes).succeeds()
        #expect(try workspace.records() == records)
    }

    @Test func `Another secret, and another derivation, contradict the store`() throws {
        let (workspace, job) = (try makeWorkspace(), ProtectingJob.protect)
        try job.run(in: workspace, options(workspace, "hkdf-sha256")).succeeds()
        let tree = try workspace.tree("out")
        let (again, otherMaster) = (options(workspace, "sp800-108"), String(Self.master.reversed()))
        try job.run(in: workspace, again).fails(65, "movie-42", "--new-key")
        try workspace.writeSecret(Data(otherMaster.utf8), to: "secret/master")
        let refused = try job.run(in: workspace, options(workspace, "hkdf-sha256")).fails(65, "movie-42")
        #expect(!refused.errors.contains(otherMaster))
        #expect(try workspace.tree("out") == tree)
    }

    @Test func `A secret that others can read, or that is too short, derives nothing`() throws {
        let workspace = try Workspace()
        try workspace.write(Self.master, to: "secret/master")
        let job = ProtectingJob.protect
        try job.run(in: workspace, options(workspace, "hkdf-sha256")).fails(77, "secret/master", "chmod 600")
        try workspace.writeSecret(Data(Self.master.prefix(62).utf8), to: "secret/master")
        let short = try job.run(in: workspace, options(workspace, "hkdf-sha256"))
            .fails(65, "secret/master", "31 bytes", "32")
        #expect(!short.errors.contains(Self.master.prefix(62)))
        try job.run(in: workspace, Self.classes + ["--derive-from", workspace.path("none")]).fails(66, "none")
        #expect(try workspace.hasEmptyStore)
        #expect(!workspace.exists("out"))
    }
}
