import Foundation
import Testing

/// Keys, secret template variables and tokens of key URIs are in no message and no report of a batch.
struct BatchSecrecyTests {
    @Test func `Secrets of rows and options are nowhere`() throws {
        let runs = try RecordedRuns()
        let workspace = runs.workspace
        // The store keeps whole key URIs, so it is not searched; tests of single titles prove that it has no
        // keys.
        try FileManager.default.moveItem(
            atPath: workspace.storeFile,
            toPath: workspace.path("plain/keys.sqlite")
        )
        workspace.environment["FAIRLEAD_KEY_STORE"] = "sqlite:" + workspace.path("plain/keys.sqlite")
        let audio = Sample.packedAudio.path
        let key = "5e1b7c90d2f4836aa94c0e7d61b8f235"
        let variable = "9f86d081-884c-7d65"
        let token = "tok-6b3a55e0261b0304"
        try workspace.write(
            """
            name: acme
            summary: "a secret in the query"
            key_uri: "skd://{content_id}?t={token}"
            methods: [sample-aes]
            asset_id: [afterScheme]
            variables:
              token: {summary: "the token", secret: true}
            """,
            to: "secret/acme.yaml"
        )
        // The manifest contains the secrets; a report names the manifest and does not quote it.
        try workspace.manifest(
            "content_id,input,template,token,key,iv,key-uri",
            "key,\(audio),,,\(key),0123456789abcdef0123456789abcdef,",
            "variable,\(audio),secret/acme.yaml,\(variable),,,",
            "query,\(audio),,,,,skd://query?token=\(token)",
            "bad-key,\(audio),,,\(key)zz,0123456789abcdef0123456789abcdef,",
            "bad-variable,\(audio),secret/acme.yaml,\"\(variable)\u{7}\",,,",
            "missing,nowhere.m3u8,secret/acme.yaml,\(variable),,,",
            to: "secret/titles.csv"
        )
        let arguments = ["batch", "secret/titles.csv", "-o", "plain/{content_id}"]
        for more in [
            ["--dry-run"], ["--keys-only"], ["--report", "report.json"],
            ["--report", "again.json", "--format", "json"],
            ["--check"], ["--progress", "always", "--method", "aes-128"],
            ["--overwrite", "--iv-mode", "constant"],
        ] {
            try runs.run(arguments + more, [64, 65, 66, 69])
        }
        for format in ["text", "json"] {
            try runs.run(["batch", "status", "secret/titles.csv", "--format", format])
        }
        let status = try workspace.start(["batch", "status", "secret/titles.csv", "--format", "json"]).wait()
            .json([TitleStatus].self)
        #expect(status.map(\.state) == ["published", "published", "published", "failed", "failed", "failed"])
        try runs.expectNoLeaks(
            of: [],
            keys: [
                Secret("the key of a row", digits: key),
                Secret("a secret variable", text: variable),
                Secret("a token of a key URI", text: token),
            ]
        )
    }
}
