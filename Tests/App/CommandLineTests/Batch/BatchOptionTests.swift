import Foundation
import Testing

/// Flags of `batch` before options of its titles: none takes the next word as its value.
struct BatchOptionTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// A missing key file is an error of the title, whatever the flag, unless the flag swallows `--key-file`.
    @Test func `No flag takes the word behind it for its value`() throws {
        let flags = try CommandDescription(of: ["batch", "run"], in: workspace).arguments
            .filter { $0.kind == "flag" }
            .compactMap { $0.names?.first?.name }
            .filter { !["h", "help", "version", "clear"].contains($0) }
        #expect(Set(flags).isSuperset(of: ["verify", "keys-only", "overwrite", "quiet"]))
        let manifest = workspace.path("catalogue.csv")
        try "input,content_id\n\(Sample.packedAudio.path),movie-42\n"
            .write(toFile: manifest, atomically: true, encoding: .utf8)
        for flag in flags {
            let words =
                ["batch", manifest, "-o", workspace.path("out/{content_id}")]
                + (flag == "oldest-first" ? ["--verify"] : [])
                + [
                    "--\(flag)", "--key-file", "/nowhere/key", "--method", "aes-128", "--segment-format",
                    "ts",
                ]
            try workspace.start(words).wait().fails(flag == "check" ? 69 : 66, "/nowhere/key")
        }
    }
}
