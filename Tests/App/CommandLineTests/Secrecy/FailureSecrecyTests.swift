import Foundation
import KeyServerFixtures
import Testing

/// Runs that fail because of a secret, or after they have read one, do not print it.
struct FailureSecrecyTests {
    private static let key = "4b1d6f0e93a7c25880f1e2d3c4b5a697"
    private static let wide = "1f2e3d4c5b6a798897a6b5c4d3e2f100fedcba98765432100123456789abcdef"
    private static let token = "tk-7Yq2Wn8Rb4Vx"
    private static let password = "pw-3Hs9Lk5Zc1Md"

    private let runs: RecordedRuns
    private var workspace: Workspace { runs.workspace }
    private let secrets: [Secret]

    init() throws {
        runs = try RecordedRuns()
        let kek = try String(contentsOfFile: runs.workspace.kekFile, encoding: .utf8)
        secrets = [
            try Secret("the key", digits: Self.key), try Secret("the wide key", digits: Self.wide),
            try Secret("the token", text: Self.token), try Secret("the password", text: Self.password),
            try Secret("the key-encryption key", digits: kek.trimmingCharacters(in: .newlines)),
            try Secret("the private key", privateKey: TestCertificates.path("recipient.key")),
        ]
    }

    private func expectSilence(_ sourceLocation: SourceLocation = #_sourceLocation) throws {
        try runs.expectNoLeaks(of: secrets, sourceLocation: sourceLocation)
    }

    /// Returns the arguments of `protect`, with a report.
    private func protecting(_ options: [String], of playlist: String = Sample.packedAudio.path) -> [String] {
        ["protect", playlist, "-o", workspace.path("out"), "--content-id", "m", "--method", "aes-128"]
            + options
            + ["--report", workspace.path("report.json")]
    }

    @Test func `Keys that are given`() throws {
        let key = try runs.secret("key", Data(hexadecimal: Self.key))
        try workspace.write("#EXTM3U\n#EXT-X-TARGETDURATION:x\n", to: "bad.m3u8")
        try runs.run(protecting(["--key-file", key], of: workspace.path("bad.m3u8")), [65])
        try runs.run(protecting(["--key-file", key], of: workspace.path("none.m3u8")), [66])
        for (name, contents) in [
            ("long", Self.key + "00"), ("odd", Self.key + "z"), ("short", String(Self.key.dropLast())),
        ] {
            try runs.run(protecting(["--key-file", runs.secret(name, Data(contents.utf8))]), [65])
            try runs.run(protecting(["--key-file", "-"]), [65], input: Data(contents.utf8))
        }
        for options in [
            ["--key", Self.key + "zz"], ["--key=" + Self.key + "zz"], ["--kay=" + Self.key],
            ["--kay", Self.key], [Self.key],
            ["--key", Self.key, Self.key], ["--key-file", key, "--key", Self.key],
            ["--key", Self.key, "--iv", Self.key + "z"],
        ] { try runs.run(protecting(options), [64]) }
        try runs.run(
            [
                "package", workspace.path("bad.m3u8"), "-o", workspace.path("out"), "--content-id", "m",
                "--key-file", key,
            ],
            [65]
        )
        try expectSilence()
    }

    @Test func `Key-encryption keys and master secrets`() throws {
        let list = ["keys", "list"]
        let kek = try runs.secret("kek", Data(Self.wide.utf8))
        try runs.run(list + ["--kek-file", kek], [65, 77])
        for contents in [
            Self.wide + "0", Self.wide + "zz", String(Self.wide.dropLast()), Self.wide + " " + Self.wide,
        ] {
            try runs.run(list + ["--kek-file", runs.secret("kek", Data(contents.utf8))], [65, 77])
            try runs.run(list + ["--kek-command", "echo '\(contents)'"], [65, 77])
            try runs.run(["keys", "rewrap", "--new-kek-command", "echo '\(contents)'"], [65, 77])
            workspace.environment["FAIRLEAD_KEK"] = contents
            try runs.run(list, [65, 77])
            workspace.environment["FAIRLEAD_KEK"] = nil
        }
        for command in ["echo \(Self.wide)", "echo \(Self.wide); exit 1", "echo \(Self.wide); kill -9 $$"] {
            workspace.environment["FAIRLEAD_KEK_COMMAND"] = command
            try runs.run(list, [77])
        }
        workspace.environment["FAIRLEAD_KEK_COMMAND"] = nil
        let master = try runs.secret("master", Data(Self.wide.dropLast(2).utf8))
        try runs.run(protecting(["--derive-from", master]), [77, 65])
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: master)
        try runs.run(protecting(["--derive-from", master]), [77])
        try expectSilence()
    }

    @Test(arguments: ["403", "redirect", "garbage", "html", "echo", "no-key", "other-kid"])
    func `Key servers`(mode: String) throws {
        let server = try SPEKEServer(mode)
        let header = try runs.secret("header", Data("Bearer \(Self.token)".utf8))
        let outcome = try runs.run(
            protecting([
                "--key-server",
                "speke:http://user:\(Self.password)@127.0.0.1:\(server.port)/\(Self.token)?t=\(Self.token)",
                "--key-server-header", "Authorization=@" + header,
            ]),
            [65]
        )
        #expect(outcome.errors.contains("warning: --key-server: "))
        #expect(try server.requests().count == 1)
        try expectSilence()
    }

    @Test func `Addresses and headers of key servers`() throws {
        let secret = "user:\(Self.password)@"
        for (url, status) in [
            ("speke:http://\(secret)192.0.2.1/", 64), ("speke:https://\(secret)host:99999/", 64),
            ("speke:https://\(secret)host /", 64), ("spoke:https://\(secret)host/", 64),
            ("https://\(secret)host/", 64),
            ("speke:https://\(secret)[::1/", 64), ("speke:https://\(secret)127.0.0.1:1/", 75),
        ] as [(String, Int32)] {
            try runs.run(protecting(["--key-server", url, "--key-server-timeout", "1"]), [status])
        }
        let server = ["--key-server", "speke:https://127.0.0.1:1/", "--key-server-timeout", "1"]
        for header in [Self.token, "A B=" + Self.token, "A=\(Self.token)\n", "=" + Self.token] {
            try runs.run(protecting(server + ["--key-server-header", header]), [64])
        }
        let shown = ["--key-server-header", "Authorization=" + Self.token]
        let outcome = try runs.run(protecting(server + shown), [75])
        #expect(outcome.errors.contains("--key-server-header: a command line"))
        #expect(!outcome.errors.contains("--key-server: a command line"))
        try expectSilence()
    }

    /// Messages of libpq about an address quote it.
    @Test(arguments: [
        "@127.0.0.1:1/keys?nonsense=1", "@[::1/keys", "@127.0.0.1:x/keys", "@127.0.0.1:1/keys?sslmode",
        "%zz@127.0.0.1/keys",
    ])
    func `Addresses of databases`(rest: String) throws {
        let url = "postgresql://user:" + Self.password + rest
        let outcome = try runs.run(["keys", "list", "--key-store", url], [64])
        #expect(outcome.errors.contains("warning: --key-store: "))
        workspace.environment["FAIRLEAD_KEY_STORE"] =
            url + (rest.contains("?") ? "&" : "?") + "password=" + Self.password
        try runs.run(["keys", "list"], [64])
        try expectSilence()
    }

    @Test func `Job files`() throws {
        let start = "inputs: [\(Mezzanine.avc)]\noutput: out\ncontent-id: m\n"
        for rest in [
            "key: \(Self.key)zz", "key: [\(Self.key)]", "kay: \(Self.key)", "key: {a: \(Self.key)}",
            "key: \"\(Self.key)",
            "key: \(Self.key)\nkey: \(Self.key)", "\(Self.key)", "key \(Self.key)\nx: y",
            "key-server-header: \(Self.token)",
            "key-server-header: {Authorization: \(Self.token)}",
            "key-server: https://user:\(Self.password)@host/",
        ] {
            let job = try runs.secret("job.yaml", Data((start + rest + "\n").utf8))
            try runs.run(["package", "--job-file", job], [64, 65])
        }
        try expectSilence()
    }
}
