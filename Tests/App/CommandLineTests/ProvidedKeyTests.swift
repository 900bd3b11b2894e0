import Foundation
import Testing

/// A key from outside: `--key-file`, `--key`, `--iv`, `--key-id`.
struct ProvidedKeyTests {
    let workspace: Workspace
    static let key = "8f3a60c1d95e27b4047bf6812c9de053"
    static let iv = "f0e0d0c0b0a090807060504030201000"
    static let id = "0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f0"

    init() throws { workspace = try Workspace() }

    private static func bytes(_ digits: String) -> Data {
        let numbers = stride(from: 0, to: digits.count, by: 2).compactMap { offset in
            UInt8(digits.dropFirst(offset).prefix(2), radix: 16)
        }
        return Data(numbers)
    }

    /// The contents of a key file, and whether they include an IV.
    static let files: [(String, Data, Bool)] = [
        ("16 bytes", bytes(key), false),
        ("32 bytes", bytes(key + iv), true),
        ("32 digits", Data(key.utf8), false),
        ("32 digits and a line feed", Data((key + "\n").utf8), false),
        ("32 capital digits", Data((key.uppercased() + "\r\n").utf8), false),
        ("64 digits", Data((key + iv).utf8), true),
        ("64 digits and a line feed", Data((key + iv + "\n").utf8), true),
    ]

    @Test(arguments: files, ["file", "-"])
    func `A key file in any form`(file: (String, Data, Bool), from source: String) throws {
        if source == "file" { try workspace.write(file.1, to: "file") }
        let outcome = try workspace.protect(
            Sample.packedAudio.path,
            "--iv-mode",
            "constant",
            "--key-file",
            source,
            input: source == "-" ? file.1 : Data()
        ).succeeds()
        #expect(!outcome.text.lowercased().contains(Self.key))
        let record = try #require(try workspace.records().first)
        #expect(record.key == Self.key)
        let ivs = try workspace.playlist("out/index.m3u8").keys.compactMap(\.iv)
        if file.2 { #expect(record.iv == Self.iv) }
        #expect(ivs.map { $0.lowercased() } == [record.iv])
        // The given key is the one that encrypts.
        let clear = FileManager.default.contents(atPath: TestPaths.samples + "/packed-audio/7.aac")
        let ciphertext = try workspace.data("out/7.aac")
        #expect(try OpenSSL.decrypt(ciphertext, key: Self.key, iv: record.iv) == clear)
        try workspace.verify("out/index.m3u8", "--source", Sample.packedAudio.path).succeeds()
    }

    @Test func `A key on the command line is taken with a warning`() throws {
        let outcome = try workspace.protect(
            Sample.packedAudio.path,
            "--key",
            Self.key,
            "--iv",
            Self.iv,
            "--key-id",
            Self.id
        )
        #expect(outcome.status == 0)
        #expect(outcome.errors.hasPrefix("warning: "))
        #expect(outcome.errors.contains("command line"))
        #expect(!(outcome.text + outcome.errors).contains(Self.key))
        let record = try #require(try workspace.records().first)
        #expect(record.key == Self.key)
        #expect(record.iv == Self.iv)
        #expect(record.keyId == Self.id)
        // The same key may be given again.
        #expect(
            try workspace.protect(Sample.packedAudio.path, "--key", Self.key, "--iv", Self.iv).status == 0
        )
        try workspace.protect(Sample.packedAudio.path).succeeds()
    }

    static let badFiles: [(String, Data)] = [
        ("empty", Data()), ("15 bytes", Data(repeating: 7, count: 15)),
        ("17 bytes", Data(repeating: 7, count: 17)),
        ("31 bytes", Data(repeating: 7, count: 31)), ("33 bytes", Data(repeating: 7, count: 33)),
        ("31 digits", Data(key.dropLast().utf8)), ("33 digits", Data((key + "0").utf8)),
        ("no digits", Data("0x\(key)".utf8)), ("5000 bytes", Data(repeating: 7, count: 5000)),
    ]

    @Test(arguments: badFiles, ["file", "-"])
    func `What is no key file is refused`(file: (String, Data), from source: String) throws {
        if source == "file" { try workspace.write(file.1, to: "file") }
        try workspace.protect(
            Sample.packedAudio.path,
            "--key-file",
            source,
            input: source == "-" ? file.1 : Data()
        ).fails(65)
        #expect(!workspace.exists("out"))
        #expect(try workspace.hasEmptyStore)
    }

    static let badOptions: [([String], Int32)] = [
        (["--key", "xyz"], 64), (["--key", String(key.dropLast())], 64), (["--key", key + iv], 64),
        (["--iv", iv], 64), (["--key", key, "--iv", "12"], 64), (["--key-id", id], 64),
        (["--key", key, "--key-id", "no-uuid"], 64), (["--key", key, "--key-file", "-"], 64),
        (["--key-file", "/nonexistent/key"], 66), (["--key-file", "/"], 66),
        (["--key", key, "--key-per", "rendition", "--template", "content-id-track"], 64),
        (["--key", key, "--rotate-every", "4", "--template", "content-id-track"], 64),
    ]

    @Test(arguments: badOptions)
    func `Options that make no key are refused`(options: [String], status: Int32) throws {
        let arguments = [
            "protect", Sample.transportStream.path, "-o", workspace.path("out"), "--content-id", "x",
            "--method",
            "aes-128",
        ]
        let outcome = try workspace.start(arguments + options).wait().fails(status)
        #expect(!outcome.errors.contains(Self.key))
        #expect(!workspace.exists("out"))
        #expect(try workspace.hasEmptyStore)
    }

    @Test func `Another key than the stored one is refused`() throws {
        try workspace.protect(Sample.packedAudio.path).succeeds()
        let (tree, records) = (try workspace.tree("out"), try workspace.records())
        let outcome = try workspace.protect(Sample.packedAudio.path, "--overwrite", "--key", Self.key)
            .fails(65, "movie-42", "--new-key")
        #expect(!outcome.errors.contains(Self.key))
        #expect(try workspace.tree("out") == tree)
        #expect(try workspace.records() == records)
    }

    /// Keys, IVs and ids for `keys create`, and the expected warning, or nil if there is none.
    static let oddities: [(key: String, iv: String, id: String, warning: String?)] = [
        (key, iv, id, nil),
        (String(repeating: "0", count: 32), iv, id, "the key is all zero"),
        (String(repeating: "01", count: 16), iv, id, "the key has only 1 different bytes"),
        ("00112233445566778899aabbccddeeff", iv, id, "the key is a regular sequence of bytes"),
        (key, id.replacing("-", with: ""), id, "the IV is the key id"),
    ]

    @Test(arguments: oddities)
    func `Odd keys are taken with a warning`(odd: (key: String, iv: String, id: String, warning: String?))
        throws
    {
        try workspace.write(Self.bytes(odd.key + odd.iv), to: "file")
        let create = ["keys", "create", "--content-id", "m", "--track", "all"]
        let outcome = try workspace.start(
            create + ["--key-file", workspace.path("file"), "--key-id", odd.id]
        ).wait()
        if let warning = odd.warning { try outcome.warns(warning) } else { try outcome.succeeds() }
        #expect(!outcome.errors.contains(odd.key))
    }

    @Test func `A key that is another's already is taken with a warning`() throws {
        try workspace.write(Self.bytes(Self.key + Self.iv), to: "file")
        let keyFile = ["--key-file", workspace.path("file")]
        try workspace.start(["keys", "create", "--content-id", "first", "--track", "all"] + keyFile).wait()
            .succeeds()
        let repeated = "the store has the same key for"
        try workspace.start(["keys", "create", "--content-id", "second", "--track", "all"] + keyFile).wait()
            .warns(repeated)
        try workspace.protect(
            Sample.packedAudio.path,
            "--key-file",
            workspace.path("file"),
            "--iv-mode",
            "constant"
        ).warns(repeated)
    }

    @Test func `An id of zeros only is refused`() throws {
        let zeros = "00000000-0000-0000-0000-000000000000"
        try workspace.protect(Sample.packedAudio.path, "--key", Self.key, "--key-id", zeros)
            .fails(64, "--key-id", "only zeros")
        #expect(!workspace.exists("out"))
    }
}
