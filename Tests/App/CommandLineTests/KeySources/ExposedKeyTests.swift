import Foundation
import Testing

/// Keys whose IV or key id is the key itself, which would reveal it to anyone with the presentation.
///
/// No command accepts one.
struct ExposedKeyTests {
    private static let key = "8f3a60c1d95e27b4047bf6812c9de053"
    private static let id = "8f3a60c1-d95e-27b4-047b-f6812c9de053"
    private static let iv = "f0e0d0c0b0a090807060504030201000"
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func expectNothing(_ outcome: Outcome, _ status: Int32, _ parts: String...) throws {
        #expect(outcome.status == status, "\(outcome.errors)")
        for part in parts { #expect(outcome.errors.contains(part), "\(outcome.errors)") }
        let secret = try Secret("the key", digits: Self.key)
        #expect(!secret.isIn(outcome.output) && !secret.isIn(Data(outcome.errors.utf8)))
        #expect(try workspace.hasEmptyStore)
        #expect(!workspace.exists("out"))
    }

    // MARK: Options

    static let options: [(options: [String], file: String?, status: Int32, what: String)] = [
        (["--key", key, "--iv", key], nil, 64, "its IV reveals the key"),
        (["--key", key, "--iv", "0x" + key.uppercased()], nil, 64, "its IV reveals the key"),
        (["--key", key, "--key-id", id], nil, 64, "its key id reveals the key"),
        (["--key-file", "key"], key + key, 65, "its IV reveals the key"),
        (["--key-file", "key", "--key-id", id], key, 65, "its key id reveals the key"),
    ]

    @Test(arguments: options, ["protect", "package", "keys create"])
    func `Options`(
        given: (options: [String], file: String?, status: Int32, what: String),
        command: String
    ) throws {
        if let file = given.file { try workspace.writeSecret(Data(file.utf8), to: "key") }
        let options = given.options.map { $0 == "key" ? workspace.path("key") : $0 }
        let arguments =
            switch command {
            case "protect": ["protect", Sample.fragmentedMP4.path, "-o", workspace.path("out")]
            case "package":
                ["package", TestPaths.samples + "/mezzanines/h264-aac.mp4", "-o", workspace.path("out")]
            default: ["keys", "create"]
            }
        let outcome = try workspace.start(arguments + ["--content-id", "movie-42"] + options).wait()
        try expectNothing(
            outcome,
            given.status,
            given.what,
            given.file == nil ? "--key" : workspace.path("key")
        )
    }

    @Test func `A title of a batch`() throws {
        try workspace.writeSecret(Data((Self.key + Self.key).utf8), to: "key")
        try workspace.write(
            "input,content_id,key_file\n\(Sample.fragmentedMP4.path),movie-42,\(workspace.path("key"))\n",
            to: "titles.csv"
        )
        let outcome = try workspace.fairlead(
            "batch",
            workspace.path("titles.csv"),
            "-o",
            workspace.path("out/{content_id}")
        )
        #expect(
            outcome.status == 65 && outcome.errors.contains("its IV reveals the key"),
            "\(outcome.errors)"
        )
        let secret = try Secret("the key", digits: Self.key)
        #expect(!secret.isIn(outcome.output) && !secret.isIn(Data(outcome.errors.utf8)))
        #expect(!workspace.exists("out/movie-42"))
        #expect(try workspace.records().isEmpty)
    }

    // MARK: Files of keys

    /// Exports a good key, and replaces the IV in the file by the key, in all forms in which it may be
    /// written.
    private func file(_ format: String) throws -> Data {
        let origin = try Workspace(.fresh)
        try origin.writeSecret(Data((Self.key + Self.iv).utf8), to: "key")
        try origin.protectSamples(Sample.fragmentedMP4.path, ["--key-file", origin.path("key")]).succeeds()
        if format.hasPrefix("fps-sdk") {
            // The SDK refuses keys without a content type.
            try origin.fairlead("keys", "policy", "--content-id", "movie-42", "--content-type", "hd")
                .succeeds()
        }
        var export = ["keys", "export", "--as", format, "--content-id", "movie-42"]
        if format == "key-file" { export.append("--with-iv") }
        if format == "skm" {
            try workspace.writeSecret(Data(repeating: 0x5A, count: 16), to: "wrap")
            export += ["--wrap-key", workspace.path("wrap"), "--wrap-key-id", "w"]
        } else {
            export.append("--allow-plaintext")
        }
        var file = try origin.start(export).wait().succeeds().output
        let (key, iv) = (try Data(hexadecimal: Self.key), try Data(hexadecimal: Self.iv))
        let forms = [
            (iv, key), (Data(Self.iv.utf8), Data(Self.key.utf8)),
            (iv.base64EncodedData(), key.base64EncodedData()),
        ]
        let good = file
        for (old, new) in forms {
            while let range = file.range(of: old) { file.replaceSubrange(range, with: new) }
        }
        try #require(file != good, "\(format) does not say the IV")
        return file
    }

    private static let formats = [
        "jsonl", "csv", "cpix-2.3", "cpix-2.4", "speke-2", "fps-sdk", "fps-sdk-request",
        "expressplay-token", "drmtoday", "shaka", "skm", "key-file",
    ]

    @Test(arguments: formats, [false, true])
    func `Imports`(format: String, isRehearsed: Bool) throws {
        let file = try file(format)
        try workspace.writeSecret(file, to: "file")
        var arguments = [
            "keys", "import", workspace.path("file"), "--content-id", "movie-42", "--track", "all",
        ]
        // CPIX formats have different names in import and export.
        if !format.hasPrefix("cpix"), !format.hasPrefix("speke") { arguments += ["--as", format] }
        if format == "key-file" { arguments += ["--method", "sample-aes"] }
        if format == "skm" { arguments += ["--wrap-key", workspace.path("wrap")] }
        if isRehearsed { arguments.append("--dry-run") }
        try expectNothing(
            try workspace.start(arguments).wait(),
            65,
            "its IV reveals the key",
            workspace.path("file")
        )
    }

    @Test(arguments: ["cpix-2.3", "cpix-2.4", "speke-2"])
    func `Documents that give the keys of a run`(format: String) throws {
        try workspace.writeSecret(try file(format), to: "file")
        let arguments = [
            "protect", Sample.fragmentedMP4.path, "-o", workspace.path("out"), "--cpix",
            workspace.path("file"),
        ]
        try expectNothing(
            try workspace.start(arguments).wait(),
            65,
            "its IV reveals the key",
            workspace.path("file")
        )
    }
}
