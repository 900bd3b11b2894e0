import Foundation
import KeyServerFixtures
import Testing

/// The whole life of keys, with every run as verbose as possible: output shows no key to anyone not given it.
///
/// The secrets that wrap, derive and fetch keys are not shown either.
struct KeyLifeSecrecyTests {
    private static let master = String(repeating: "5ec0", count: 8) + "9a3b7c1d5e2f4a6b8c0d1e3f5a7b9c2d"
    private static let wrappingKey = "c1d2e3f405162738495a6b7c8d9eafb0"
    private static let newKEK = "1f2e3d4c5b6a798897a6b5c4d3e2f100fedcba98765432100123456789abcdef"
    private static let givenKey = "4b1d6f0e93a7c25880f1e2d3c4b5a697"
    private static let token = "tk-7Yq2Wn8Rb4Vx"
    private static let password = "pw-3Hs9Lk5Zc1Md"

    private let certificate: String
    private let privateKey: String

    init() throws {
        certificate = try TestCertificates.path("recipient.pem")
        privateKey = try TestCertificates.path("recipient.key")
    }

    /// All secrets except content keys.
    private func secrets(_ runs: RecordedRuns) throws -> [Secret] {
        let kek = try String(contentsOfFile: runs.workspace.kekFile, encoding: .utf8)
        return [
            try Secret("the key-encryption key", digits: kek.trimmingCharacters(in: .newlines)),
            try Secret("the new key-encryption key", digits: Self.newKEK),
            try Secret("the master secret", digits: Self.master),
            try Secret("the wrapping key", digits: Self.wrappingKey),
            try Secret("the token", text: Self.token),
            try Secret("the password", text: Self.password),
            try Secret("the private key", privateKey: privateKey),
        ]
    }

    private static func title(_ id: String) -> [String] { ["--content-id", id] }

    /// Protects titles with minted, derived, provided and fetched keys, and verifies each tree.
    private func protect(_ runs: RecordedRuns, _ server: SPEKEServer) throws {
        let workspace = runs.workspace
        let master = try runs.secret("master", Data(Self.master.utf8))
        let key = try runs.secret("key", Data(hexadecimal: Self.givenKey))
        let header = try runs.secret("header", Data("Bearer \(Self.token)\n".utf8))
        let fetching = [
            "--key-server",
            "speke:http://user:\(Self.password)@127.0.0.1:\(server.port)/?token=\(Self.token)",
            "--key-server-header", "Authorization=@" + header, "--key-server-header", "X-Token=\(Self.token)",
            "--key-server-recipient", certificate, "--key-server-recipient-key", privateKey,
        ]
        let protect = ["protect", Sample.transportStream.path], package = ["package", Mezzanine.avc]
        let runsOfTitles: [(String, [String])] = [
            ("minted", protect), ("derived", protect + ["--derive-from", master]),
            ("given", protect + ["--key-file", key]), ("fetched", protect + fetching),
            ("packaged", package), ("packaged-derived", package + ["--derive-from", master]),
            ("packaged-fetched", package + fetching),
            ("shown", protect + ["--key", Self.givenKey, "--iv", String(repeating: "0f", count: 16)]),
        ]
        for (id, arguments) in runsOfTitles {
            let report = ["--report", workspace.path(id + ".json"), "--format", id < "m" ? "json" : "text"]
            try runs.run(arguments + ["-o", workspace.path(id)] + Self.title(id) + report)
            let playlist =
                workspace.path(id) + (arguments[0] == "package" ? "/main.m3u8" : "/multivariant.m3u8")
            try runs.run(["verify", playlist, "--format", "json"])
            try runs.run(["inspect", playlist])
        }
    }

    /// Exports in all formats; plaintext ones go where plaintext is allowed.
    private func export(_ runs: RecordedRuns) throws -> [String] {
        let workspace = runs.workspace
        let wrapping = try runs.secret("wrap", Data(Self.wrappingKey.utf8))
        let wrap = ["--wrap-key", wrapping, "--wrap-key-id", "ours"]
        let export = ["keys", "export"] + Self.title("given")
        let plain = [
            "jsonl", "csv", "cpix-2.3", "cpix-2.4", "speke-2", "drmtoday", "shaka", "fps-sdk",
            "fps-sdk-request",
            "expressplay-token", "key-file",
        ]
        for format in plain {
            let output = workspace.path("plain/" + format)
            try runs.run(export + ["--as", format, "--allow-plaintext", "-o", output])
        }
        for format in ["cpix-2.3", "cpix-2.4", "speke-2"] {
            let sealing = ["--recipient", certificate, "--sign", certificate, "--sign-key", privateKey]
            try runs.run(export + ["--as", format, "-o", workspace.path("sealed-" + format)] + sealing)
            try runs.run(
                ["keys", "import", workspace.path("sealed-" + format), "--private-key", privateKey]
            )
        }
        let tokens = workspace.path("sealed-expressplay-token")
        try runs.run(export + ["--as", "expressplay-token", "--recipient", certificate, "-o", tokens])
        try runs.run(["keys", "import", tokens, "--private-key", privateKey])
        try runs.run(export + ["--as", "skm", "-o", workspace.path("wrapped")] + wrap)
        try runs.run(["keys", "import", workspace.path("wrapped"), "--key-uri", "skd://given"] + wrap)
        return plain
    }

    @Test func `Nobody sees what he is not given`() throws {
        let runs = try RecordedRuns()
        let workspace = runs.workspace
        let server = try SPEKEServer("good")
        try protect(runs, server)
        try runs.run(["keys", "policy", "--hdcp", "type-1", "--content-type", "hd"] + Self.title("given"))
        let formats = try export(runs)
        for command in ["list", "audit"] {
            try runs.run(["keys", command])
            try runs.run(["keys", command, "--format", "json"])
        }
        try runs.run(["keys", "show"] + Self.title("fetched"))
        try runs.run(["keys", "show", "--format", "json"] + Self.title("derived"))
        try runs.run(["keys", "backup", "--recipient", certificate, "-o", workspace.path("backup")])
        let restored = ["--key-store", "sqlite:" + workspace.path("restored.sqlite")]
        let kek = try String(contentsOfFile: workspace.kekFile, encoding: .utf8)
        try runs.run(["keys", "restore", workspace.path("backup"), "--private-key", privateKey] + restored)
        try runs.run(["keys", "rewrap", "--new-kek-command", "echo " + Self.newKEK] + restored)
        workspace.environment["FAIRLEAD_KEK"] = Self.newKEK
        try runs.run(["keys", "list"] + restored)
        workspace.environment["FAIRLEAD_KEK"] = nil
        try runs.run(["keys", "list", "--kek-command", "cat '\(workspace.kekFile)'"])
        try runs.run(["keys", "export", "--as", "jsonl"] + Self.title("fetched"), [64])
        let records = try workspace.records().compactMap(\.key)
        try runs.run(["keys", "revoke", "--reason", "test"] + Self.title("minted"))

        let keys = try (records + server.givenKeys().compactMap { $0["key"] }).map {
            try Secret("key", digits: $0)
        }
        #expect(Set(records).count == 7)
        let secrets = try secrets(runs)
        try runs.expectNoLeaks(of: secrets, keys: keys)
        #expect(try workspace.names(in: "tmp").isEmpty)

        // The control: the search finds secrets where they are, in each form.
        let givenSecret = try Secret("the given key", digits: Self.givenKey)
        for format in formats {
            #expect(givenSecret.isIn(try workspace.data("plain/" + format)), "\(format)")
        }
        #expect(secrets[0].isIn(Data(kek.utf8)))
        for (secret, file) in zip(secrets[2...4], ["master", "wrap", "header"]) {
            #expect(secret.isIn(try workspace.data("secret/" + file)))
        }
        #expect(secrets[6].isIn(try Data(contentsOf: URL(filePath: privateKey))))
    }
}
