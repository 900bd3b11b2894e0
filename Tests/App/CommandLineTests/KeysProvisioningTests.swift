import Foundation
import Testing

/// `keys confirm` and `keys revoke`, and the keys that license servers have to be told of.
struct KeysProvisioningTests {
    let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.mint("movie-42", "hd", "sd")
    }

    @Test func `What was delivered is confirmed, and no longer pending`() throws {
        #expect(try workspace.deliver(to: "ksm-eu").map(\.track) == ["hd", "sd"])
        let confirmed = try workspace.keyChanges("confirm", "--license-server", "ksm-eu")
        #expect(confirmed.map(\.key.track) == ["hd", "sd"])
        #expect(confirmed.map(\.state) == ["confirmed", "confirmed"])
        #expect(try workspace.deliver(to: "ksm-eu").isEmpty)
        #expect(try workspace.deliver(to: "ksm-us").count == 2)
        let again = try workspace.fairlead("keys", "confirm", "--license-server", "ksm-eu").succeeds()
        #expect(again.text == "ksm-eu: nothing changed\n")
    }

    @Test func `What changed after the delivery stays pending`() throws {
        _ = try workspace.deliver(to: "ksm-eu")
        try workspace.fairlead(
            "keys",
            "policy",
            "--content-id",
            "movie-42",
            "--track",
            "hd",
            "--hdcp",
            "type-1"
        ).succeeds()
        #expect(try workspace.keyChanges("confirm", "--license-server", "ksm-eu").map(\.key.track) == ["sd"])
        let listed = try workspace.fairlead("keys", "list", "--pending", "ksm-eu", "--format", "json")
            .succeeds()
        #expect(try Workspace.records(in: listed.output).map(\.track) == ["hd"])
    }

    @Test func `A named key that changed after its delivery is pending, and a warning says so`() throws {
        let title = ["--content-id", "movie-42"]
        _ = try workspace.deliver(to: "ksm-eu")
        try workspace.start(["keys", "policy"] + title + ["--track", "hd", "--hdcp", "type-1"]).wait()
            .succeeds()
        let confirm = ["keys", "confirm", "--license-server", "ksm-eu"] + title
        try workspace.start(confirm).wait().warns("1 key was changed after the delivery")
        #expect(try workspace.deliver(to: "ksm-eu").map(\.track) == ["hd"])
    }

    /// Formats, and the terms of a policy with HDCP and a lease that they cannot express.
    @Test(arguments: [
        ("jsonl", nil), ("csv", nil), ("cpix-2.4", "lease (1 key)"),
        ("drmtoday", "hdcp (2 keys), lease (1 key)"),
    ])
    func `What a format cannot say of a policy is a warning`(format: String, unsaid: String?) throws {
        let policy = ["keys", "policy", "--content-id", "movie-42"]
        try workspace.start(policy + ["--hdcp", "type-1"]).wait().succeeds()
        try workspace.start(policy + ["--track", "sd", "--lease", "600"]).wait().succeeds()
        let export = ["keys", "export", "--as", format, "--pending", "ksm-eu", "--allow-plaintext"]
        let outcome = try workspace.start(export).wait()
        if let unsaid {
            try outcome.warns("\(format) cannot express parts of the keys' policy: \(unsaid).")
        } else {
            try outcome.succeeds()
        }
    }

    @Test func `Named keys are confirmed as they are`() throws {
        let confirmed = try workspace.keyChanges(
            "confirm",
            "--license-server",
            "ksm-eu",
            "--content-id",
            "movie-42",
            "--track",
            "sd"
        )
        #expect(confirmed.map(\.key.track) == ["sd"])
        let shown = try workspace.fairlead("keys", "show", "--content-id", "movie-42", "--format", "json")
            .succeeds()
        let states = try shown.text.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return (object?["license_servers"] as? [String: String])?["ksm-eu"]
        }
        #expect(states == ["pending", "confirmed"])
    }

    @Test func `Nothing was delivered to a key server that nobody heard of`() throws {
        try workspace.fairlead("keys", "confirm", "--license-server", "kms-eu").fails(
            65,
            "kms-eu",
            "--pending"
        )
    }

    @Test(arguments: [[], ["--license-server", ""], ["--license-server", "x", "--track", "hd"]])
    func `A confirmation of nothing is refused`(options: [String]) throws {
        try workspace.start(["keys", "confirm"] + options).wait().fails(64)
    }

    // MARK: revoke

    @Test func `A revoked key is pending where it was delivered, until its tombstone is confirmed`() throws {
        _ = try workspace.deliver(to: "ksm-eu")
        _ = try workspace.keyChanges("confirm", "--license-server", "ksm-eu")
        let arguments = [
            "revoke", "--content-id", "movie-42", "--track", "hd", "--reason", "found on a forum",
        ]
        let planned = try workspace.start(["keys"] + arguments + ["--dry-run"]).wait().succeeds()
        #expect(planned.text.contains("would be revoked"))
        let revoked = try workspace.keyChanges(
            "revoke",
            "--content-id",
            "movie-42",
            "--track",
            "hd",
            "--reason",
            "found on a forum"
        )
        #expect(revoked.map(\.changed) == [true])
        #expect(revoked.map(\.pendingAt) == [["ksm-eu"]])
        let tombstone = DeliveredKey(track: "hd", key: nil, iv: nil, state: "revoked")
        #expect(try workspace.deliver(to: "ksm-eu") == [tombstone])
        #expect(try workspace.keyChanges("confirm", "--license-server", "ksm-eu").map(\.state) == ["revoked"])
        let again = try workspace.keyChanges(
            "revoke",
            "--content-id",
            "movie-42",
            "--track",
            "hd",
            "--reason",
            "again"
        )
        #expect(again.map(\.changed) == [false])
        #expect(again.map(\.pendingAt) == [[]])
    }

    @Test func `A revoked key protects nothing, and the next generation does`() throws {
        try workspace.protect(Sample.packedAudio.path, id: "x").succeeds()
        try workspace.fairlead("keys", "revoke", "--content-id", "x", "--reason", "test").succeeds()
        try workspace.protect(Sample.packedAudio.path, to: "other", id: "x").fails(65, "revoked", "--new-key")
    }

    @Test func `A title with keys of several generations in use is not revoked by mistake`() throws {
        try workspace.fairlead("keys", "create", "--content-id", "movie-42", "--track", "hd", "--new-key")
            .succeeds()
        let revoke = ["keys", "revoke", "--content-id", "movie-42", "--reason", "test"]
        try workspace.start(revoke).wait().fails(64, "1, 2", "--all-generations")
        try workspace.start(revoke + ["--generation", "1"]).wait().succeeds()
        let active = try workspace.fairlead("keys", "list", "--state", "active", "--format", "json")
            .succeeds()
        #expect(try Workspace.records(in: active.output).map(\.generation) == [2])
        // Only one key is left in use, so there is no doubt which is meant.
        try workspace.start(revoke).wait().succeeds()
    }

    @Test(arguments: [
        ["--reason", "x"], ["--content-id", "movie-42"], ["--content-id", "movie-42", "--reason", ""],
        ["--content-id", "movie-42", "--reason", "a\nb"], ["--track", "hd", "--reason", "x"],
        ["--content-id", "movie-42", "--generation", "1", "--all-generations", "--reason", "x"],
    ])
    func `A revocation without keys or reason is refused`(options: [String]) throws {
        try workspace.start(["keys", "revoke"] + options).wait().fails(64)
        let active = try workspace.fairlead("keys", "list", "--state", "active", "--format", "json")
            .succeeds()
        #expect(try Workspace.records(in: active.output).count == 2)
    }

    @Test(arguments: [
        ("", "--reason is empty"), (String(repeating: "x", count: 1001), "--reason has 1001 bytes"),
        ("a\nb", "--reason contains a control character"),
    ])
    func `A refused reason is described`(reason: String, text: String) throws {
        try workspace.fairlead("keys", "revoke", "--content-id", "movie-42", "--reason", reason)
            .fails(64, text)
    }

    @Test func `A named key that is not there is missing from no export in silence`() throws {
        let id = try #require(try workspace.records().first?.keyId)
        let unknown = "0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f0"
        let export = [
            "keys", "export", "--as", "jsonl", "--allow-plaintext", "-o", "keys.out", "--key-id", id,
        ]
        try workspace.start(export + ["--key-id", unknown]).wait().fails(66, unknown)
        #expect(!workspace.exists("keys.out"))
        try workspace.start(export).wait().succeeds()
    }

    @Test(arguments: ["", "a\nb", String(repeating: "x", count: 201)])
    func `No key is minted for a key server that has no name`(target: String) throws {
        let count = try workspace.records().count
        try workspace.protect(Sample.packedAudio.path, id: "other", "--require-provisioned", target).fails(64)
        #expect(try workspace.records().count == count)
    }
}
