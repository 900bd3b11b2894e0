import Foundation
import KeyServerFixtures
import Testing

/// Key files that are damaged, or for someone else: refusals quote nothing of them.
struct DamagedFileSecrecyTests {
    private static let key = "4b1d6f0e93a7c25880f1e2d3c4b5a697"
    private static let wrappingKey = "c1d2e3f405162738495a6b7c8d9eafb0"

    private let runs: RecordedRuns
    private var workspace: Workspace { runs.workspace }
    private let secrets: [Secret]
    private let certificate: String
    private let privateKey: String

    init() throws {
        runs = try RecordedRuns()
        certificate = try TestCertificates.path("recipient.pem")
        privateKey = try TestCertificates.path("recipient.key")
        secrets = [
            try Secret("the key", digits: Self.key), try Secret("the wrapping key", digits: Self.wrappingKey),
            try Secret("the private key", privateKey: privateKey),
        ]
        let key = try runs.secret("key", Data(hexadecimal: Self.key))
        let title = ["--content-id", "m"]
        try runs.run(
            ["protect", Sample.transportStream.path, "-o", workspace.path("out"), "--key-file", key] + title
        )
        try runs.run(["keys", "policy", "--content-type", "hd"] + title)
    }

    /// Exports the title into `secret/`, and returns the contents.
    private func exported(_ format: String, _ options: [String]) throws -> Data {
        let path = workspace.path("secret/" + format)
        try runs.run(["keys", "export", "--as", format, "-o", path] + options)
        return try workspace.data("secret/" + format)
    }

    /// Returns damaged contents that keep the first half of the key, so that a message that quotes it is
    /// found.
    private static func damages(of contents: Data) -> [Data] {
        let text = String(decoding: contents, as: UTF8.self)
        let base64 = (try? Data(hexadecimal: key))?.base64EncodedString() ?? ""
        var texts: [String] = []
        for digits in [key, key.uppercased()] {
            texts += ["zz", "z", ""].map { text.replacing(digits, with: digits.dropLast(2) + $0) }
        }
        texts += ["!!!=", "A", ""].map { text.replacing(base64, with: base64.dropLast(4) + $0) }
        texts += [text + text, "x" + text]
        let cut = [contents.prefix(contents.count * 2 / 3), contents.dropLast(3)]
        return texts.map { Data($0.utf8) } + cut.map { Data($0) }
    }

    @Test(arguments: [
        "jsonl", "csv", "cpix-2.3", "cpix-2.4", "speke-2", "drmtoday", "shaka", "fps-sdk", "fps-sdk-request",
        "expressplay-token", "key-file",
    ])
    func `Plain formats`(format: String) throws {
        let contents = try exported(format, ["--allow-plaintext"])
        #expect(secrets[0].isIn(contents))
        var refused = 0
        for damaged in Self.damages(of: contents) where damaged != contents {
            let file = try runs.secret("damaged", damaged)
            for options in [["--as", format], []] {
                let outcome = try runs.run(["keys", "import", file, "--dry-run"] + options, [0, 64, 65])
                refused += outcome.status == 0 ? 0 : 1
            }
            _ = try runs.run(["inspect", file], [0, 65])
        }
        #expect(refused >= 2, "\(refused)")
        try runs.expectNoLeaks(of: secrets)
    }

    @Test func `Wrapped keys`() throws {
        let wrapping = try runs.secret("wrap", Data(Self.wrappingKey.utf8))
        let options = ["--wrap-key-id", "ours", "--wrap-key"]
        let contents = try exported("skm", options + [wrapping])
        let file = workspace.path("secret/skm")
        for wrong in [Self.key, Self.wrappingKey + "0", String(Self.wrappingKey.dropLast(1)) + "zz"] {
            let wrongFile = try runs.secret("other", Data(wrong.utf8))
            let uri = ["--key-uri", "skd://m"]
            try runs.run(["keys", "import", "--as", "skm", file] + options + [wrongFile] + uri, [65, 77])
            try runs.run(
                ["keys", "export", "--as", "skm"] + options + [wrongFile],
                wrong == Self.key ? [0] : [65]
            )
        }
        let damaged = try runs.secret("damaged", contents.prefix(contents.count / 2))
        try runs.run(["keys", "import", "--as", "skm", damaged] + options + [wrapping], [65])
        try runs.expectNoLeaks(of: secrets)
    }

    @Test func `Sealed documents and backups`() throws {
        try runs.run(["keys", "backup", "--recipient", certificate, "-o", workspace.path("backup")])
        try runs.run([
            "keys", "export", "--as", "cpix-2.4", "-o", workspace.path("cpix"), "--recipient", certificate,
        ])
        let pem = try Data(contentsOf: URL(filePath: privateKey))
        let damagedKeys = [pem.prefix(pem.count / 2), pem.dropLast(60), Data("x".utf8) + pem.dropFirst(40)]
        let damagedKeyFiles = try damagedKeys.map { try runs.secret(UUID().uuidString, Data($0)) }
        for key in try damagedKeyFiles + [TestCertificates.path("stranger.key"), certificate] {
            try runs.run(["keys", "import", workspace.path("cpix"), "--private-key", key], [65, 77])
            try runs.run(restoring("backup", key), [65, 77])
        }
        let backup = try workspace.data("backup")
        for damaged in [backup.prefix(backup.count / 2), backup.prefix(backup.count - 40) + Data(count: 40)] {
            try workspace.write(Data(damaged), to: "damaged")
            try runs.run(restoring("damaged", privateKey), [65])
        }
        try runs.run(["keys", "backup", "--recipient", certificate, "-o", workspace.path("backup")], [73])
        #expect(!workspace.exists("new.sqlite"))
        try runs.expectNoLeaks(of: secrets)
    }

    private func restoring(_ backup: String, _ key: String) -> [String] {
        [
            "keys", "restore", workspace.path(backup), "--private-key", key, "--key-store",
            "sqlite:" + workspace.path("new.sqlite"),
        ]
    }

    @Test func `Trees and stores that do not belong together`() throws {
        let tree = workspace.path("out/multivariant.m3u8")
        let other = try Workspace(.fresh)
        try runs.run(
            ["verify", tree, "--key-store", "sqlite:" + other.storeFile, "--kek-file", other.kekFile],
            [69]
        )
        try runs.run(
            ["verify", tree, "--kek-file", other.kekFile, "--report", workspace.path("r.json")],
            [77]
        )
        try workspace.edit("out/multivariant.m3u8", "skd://m", "skd://n")
        try runs.run(["verify", tree, "--format", "json"], [69])
        try runs.run(
            ["keys", "export", "--as", "key-file", "--allow-plaintext", "-o", workspace.path("none/x")],
            [73]
        )
        try runs.expectNoLeaks(of: secrets)
    }
}
