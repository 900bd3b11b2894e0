import Foundation
import Testing

/// `keys policy`, and the policies of `keys create`.
struct KeysPolicyTests {
    let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.mint("movie-42", "hd", "uhd")
    }

    @Test func `The help has the words of terms in one line`() throws {
        let help = try workspace.fairlead("keys", "policy", "--help").succeeds().text
        let text = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for words in ["none, type-0, type-1", "audio, baseline, main", "audio, sd, hd, uhd"] {
            #expect(text.contains("(values: \(words))"))
        }
    }

    @Test func `Terms are added, replaced and taken away, each time as a new version`() throws {
        let first = try workspace.keyChanges(
            "policy",
            "--content-id",
            "movie-42",
            "--track",
            "uhd",
            "--hdcp",
            "type-1",
            "--lease",
            "2h"
        )
        #expect(first.map(\.version) == [1])
        #expect(first.first?.policy == ["hdcp": .text("type-1"), "lease_seconds": .seconds(7200)])
        let second = try workspace.keyChanges(
            "policy",
            "--content-id",
            "movie-42",
            "--track",
            "uhd",
            "--hdcp",
            "type-0",
            "--security-level",
            "main",
            "--unset",
            "lease"
        )
        #expect(second.map(\.version) == [2])
        #expect(second.first?.policy == ["hdcp": .text("type-0"), "security_level": .text("main")])
        let same = try workspace.keyChanges(
            "policy",
            "--content-id",
            "movie-42",
            "--track",
            "uhd",
            "--hdcp",
            "type-0"
        )
        #expect(same.map(\.version) == [2])
        #expect(same.map(\.changed) == [false])
    }

    @Test func `Keys with different terms keep what is not given`() throws {
        _ = try workspace.keyChanges("policy", "--content-id", "movie-42", "--track", "hd", "--rental", "48h")
        let both = try workspace.keyChanges("policy", "--content-id", "movie-42", "--content-type", "hd")
        #expect(both.map(\.key.track) == ["hd", "uhd"])
        #expect(both.map(\.version) == [2, 1])
        #expect(both.first?.policy == ["content_type": .text("hd"), "rental_seconds": .seconds(172_800)])
        #expect(both.last?.policy == ["content_type": .text("hd")])
    }

    @Test func `create sets the policy of a key`() throws {
        let id = "0123456789ABCDEF"
        try workspace.fairlead(
            "keys",
            "create",
            "--content-id",
            "new",
            "--hdcp",
            "none",
            "--playback",
            "90m",
            "--offline-stream-id",
            id
        ).succeeds()
        let shown = try workspace.fairlead("keys", "show", "--content-id", "new").succeeds().text
        #expect(shown.contains("version 1: hdcp none, playback 5400s, offline-stream-id 0123456789abcdef"))
    }

    @Test(arguments: [
        [], ["--content-id", "movie-42"], ["--hdcp", "type-1"],
        ["--content-id", "movie-42", "--hdcp", "type-2"],
        ["--content-id", "movie-42", "--lease", "0"], ["--content-id", "movie-42", "--lease", "1.5"],
        ["--content-id", "movie-42", "--rental", "4294967296"],
        ["--content-id", "movie-42", "--offline-title-id", "012"],
        ["--content-id", "movie-42", "--offline-title-id", "000102030405060708090a0b0c0d0e0f10"],
        ["--content-id", "movie-42", "--offline-title-id", "0123456789abcdeg"],
        ["--content-id", "movie-42", "--hdcp", "none", "--unset", "hdcp"],
        ["--content-id", "movie-42", "--unset", "drm"], ["--key-id", "x", "--hdcp", "none"],
    ])
    func `A policy that says nothing, or nonsense, is refused`(options: [String]) throws {
        try workspace.start(["keys", "policy"] + options).wait().fails(64)
    }

    @Test func `A lease beside offline ids is warned of`() throws {
        let arguments = ["keys", "policy", "--content-id", "movie-42", "--lease", "1h", "--offline-title-id"]
        let outcome = try workspace.start(arguments + ["0123456789abcdef"]).wait()
        #expect(outcome.status == 0)
        #expect(outcome.errors.hasPrefix("warning: policy: "))
    }

    @Test func `A title that is not there is missing`() throws {
        try workspace.fairlead("keys", "policy", "--content-id", "none", "--hdcp", "none").fails(
            66,
            "key store"
        )
    }
}
