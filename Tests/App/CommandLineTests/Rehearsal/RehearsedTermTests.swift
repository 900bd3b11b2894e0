import Testing

/// `rehearse` of keys whose policy has terms that a token request cannot express.
struct RehearsedTermTests {
    @Test(arguments: ["token", "entitlement", "token-url"])
    func `Terms without a place in a request for a token are a warning`(flow: String) throws {
        let workspace = try Workspace()
        let uri = flow == "token" ? "skd://{content_id}" : "skd://ent.example.com/a?cid={content_id}"
        try workspace.protectSamples(Sample.transportStream.path, ["--key-uri", uri]).succeeds()
        let terms = ["--lease", "600", "--hdcp", "type-1"]
        try workspace.start(["keys", "policy", "--content-id", "movie-42"] + terms).wait().succeeds()
        let outcome = try workspace.fairlead(
            "rehearse",
            workspace.path("out/multivariant.m3u8"),
            "--flow",
            flow
        )
        #expect(outcome.status == 0, "\(outcome.testDescription)")
        // With a token URL, the license server has the record itself.
        let isTold = outcome.text.contains(
            "a lease of 600 s, HDCP type-1, which a token request cannot express"
        )
        #expect(isTold == (flow != "token-url"), "\(outcome.text)")
    }
}
