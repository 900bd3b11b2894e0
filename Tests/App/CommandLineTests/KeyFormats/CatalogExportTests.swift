import Foundation
import Testing

/// `keys export` of several titles that share a template or a host.
struct CatalogExportTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func protect(_ title: String, _ options: [String]) throws {
        try workspace.protectSamples(Sample.packedAudio.path, to: title, id: title, options).succeeds()
        let policy = ["keys", "policy", "--content-id", title, "--content-type", "audio"]
        let offline = ["--offline-stream-id", "0a", "--offline-title-id", "000102030405060708090A0B0C0D0E0F"]
        try workspace.start(policy + offline).wait().succeeds()
    }

    /// Returns the asset ids in an exported file.
    private func ids(_ format: String, _ text: String) throws -> Set<String> {
        guard format == "fps-sdk" else {
            return Set(text.split(separator: "\r\n").dropFirst().map { String($0.prefix { $0 != "," }) })
        }
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return Set(try #require(object as? [String: Any]).keys)
    }

    private func export(_ format: String) throws -> Outcome {
        try workspace.fairlead("keys", "export", "--as", format, "--allow-plaintext")
    }

    @Test(arguments: ["csv", "fps-sdk"])
    func `Titles of the template entitlement have the ids that it lists`(format: String) throws {
        for title in ["movie-1", "movie-2"] {
            try protect(
                title,
                ["--template", "entitlement", "--entitlement-url", "https://license.example.com/fps"]
            )
        }
        let text = try export(format).succeeds().text
        #expect(
            try ids(format, text) == [
                "movie-1", "license.example.com/fps?cid=movie-1", "skd://license.example.com/fps?cid=movie-1",
                "movie-2", "license.example.com/fps?cid=movie-2", "skd://license.example.com/fps?cid=movie-2",
            ]
        )
        if format == "fps-sdk" { #expect(text.contains(#""title-id":"000102030405060708090a0b0c0d0e0f""#)) }
        // A rule that the template does not list still applies if it is named; here it gives both titles one
        // id.
        try workspace.fairlead(
            "keys",
            "export",
            "--as",
            format,
            "--allow-plaintext",
            "--asset-id-rule",
            "host"
        )
        .fails(65, "license.example.com (rule host) belongs to several keys")
    }

    @Test(arguments: ["csv", "fps-sdk"])
    func `Titles of one --key-uri have the ids that tell them apart`(format: String) throws {
        for title in ["movie-1", "movie-2"] {
            try protect(title, ["--key-uri", "skd://license.example.com/fps?cid={content_id}"])
        }
        let outcome = try export(format).warns("by the rules host (2 keys)")
        let found = try ids(format, outcome.text)
        #expect(found.isSuperset(of: ["movie-1", "movie-2", "cid=movie-1"]))
        #expect(!found.contains("license.example.com"))
        try protect("movie-3", ["--key-uri", "skd://static"])
        try export(format).warns("by the rules host (2 keys)")
        try workspace.protectSamples(
            Sample.packedAudio.path,
            to: "movie-4",
            id: "movie-4",
            ["--key-uri", "skd://static"]
        ).warns("also names a key of title movie-3")
        try workspace.fairlead("keys", "policy", "--content-id", "movie-4", "--content-type", "audio")
            .succeeds()
        try export(format).fails(65, "asset id static", "belongs to several keys")
    }

    @Test func `A file of CSV with several rules of an id comes back`() throws {
        try protect("movie-1", ["--template", "content-id"])
        let text = try export("csv").succeeds().text
        #expect(text.contains("\r\nmovie-1,6d6f7669652d31,host|afterScheme,"))
        try workspace.writeSecret(Data(text.utf8), to: "keys.csv")
        let other = try Workspace(.fresh)
        try other.fairlead("keys", "import", workspace.path("keys.csv")).succeeds()
        #expect(
            try other.fairlead("keys", "export", "--as", "csv", "--allow-plaintext").succeeds().text == text
        )
    }
}
