import Foundation
import Testing

/// `keys export` and `keys import` in every format: one store protects, and another store verifies.
struct KeyFormatTests {
    /// A format, and the options that write and read it.
    struct Format: Sendable, CustomTestStringConvertible {
        let name: String
        var writing: [String] = []
        var reading: [String] = []
        var isPlaintext = true

        var testDescription: String { name }
    }

    static let title = ["--content-id", "movie-42"]
    static let uri = ["--key-uri", "skd://movie-42"]
    static let wrapping = ["--wrap-key", "wrap.key", "--wrap-key-id", "our key"]

    static let formats = [
        Format(name: "jsonl"),
        Format(name: "csv"),
        Format(name: "cpix-2.3"),
        Format(name: "cpix-2.4"),
        Format(name: "speke-2"),
        Format(
            name: "cpix-2.3",
            writing: ["--recipient", "recipient.pem"],
            reading: ["--private-key", "recipient.key"],
            isPlaintext: false
        ),
        Format(
            name: "cpix-2.4",
            writing: [
                "--recipient", "recipient.pem", "--sign", "recipient.pem", "--sign-key", "recipient.key",
            ],
            reading: ["--private-key", "recipient.key"],
            isPlaintext: false
        ),
        Format(name: "expressplay-token"),
        Format(
            name: "expressplay-token",
            writing: ["--recipient", "recipient.pem"],
            reading: ["--private-key", "recipient.key"],
            isPlaintext: false
        ),
        Format(name: "drmtoday", reading: uri),
        Format(name: "skm", writing: wrapping, reading: wrapping + uri, isPlaintext: false),
        Format(name: "shaka", reading: title + uri),
    ]

    /// Returns a workspace with a protected title and the files that options name.
    func protected(_ sample: Sample) throws -> Workspace {
        let workspace = try Workspace()
        try workspace.protectSamples(sample.path).succeeds()
        try workspace.write("000102030405060708090a0b0c0d0e0f\n", to: "wrap.key")
        try Recipient.write(to: workspace)
        return workspace
    }

    @Test(arguments: formats)
    func `A title is verified with the keys of another store`(_ format: Format) throws {
        let workspace = try protected(.fragmentedMP4)
        let plain = format.isPlaintext ? ["--allow-plaintext"] : []
        let export = ["keys", "export", "--as", format.name, "-o", workspace.path("keys.out")] + Self.title
        let outcome = try workspace.start(export + format.writing + plain).wait().succeeds()
        #expect(outcome.output.isEmpty)
        #expect(try workspace.permissions(workspace.path("keys.out")) == 0o600)
        let key = try #require(try workspace.records().first?.key)
        let isShown = try workspace.text("keys.out").contains(key)
        #expect(!isShown || format.isPlaintext)

        let other = try Workspace(.fresh)
        other.environment["HOME"] = workspace.environment["HOME"]
        let arguments = ["keys", "import", "--as", format.name, workspace.path("keys.out")]
        let reading = format.reading.map {
            ["wrap.key", "recipient.key"].contains($0) ? workspace.path($0) : $0
        }
        try other.start(arguments + reading).wait().succeeds()
        try other.start(arguments + reading).wait().succeeds()
        #expect(try other.records().map(\.key) == [key])
        let verified = try other.start(["verify", workspace.path("out/multivariant.m3u8")]).wait()
        #expect(verified.status == 0, "\(verified.testDescription)")
        let empty = try Workspace()
        let unknown = try empty.start(["verify", workspace.path("out/multivariant.m3u8")]).wait()
        #expect(unknown.status == 69)
    }

    @Test(arguments: [
        Format(name: "fps-sdk", reading: title),
        Format(name: "fps-sdk-request", reading: title),
        Format(name: "key-file", writing: ["--with-iv"], reading: title + uri + ["--method", "sample-aes"]),
    ])
    func `Formats without a key id serve streams that have none`(_ format: Format) throws {
        let workspace = try protected(.transportStream)
        try workspace.start(["keys", "policy"] + Self.title + ["--content-type", "hd"]).wait().succeeds()
        let export = [
            "keys", "export", "--as", format.name, "-o", workspace.path("keys.out"), "--allow-plaintext",
        ]
        let exported = try workspace.start(export + Self.title + format.writing).wait()
        if format.name.hasPrefix("fps-sdk") {
            try exported.succeeds()
        } else {
            try exported.warns("content-type")
        }
        let other = try Workspace(.fresh)
        try other.start(["keys", "import", workspace.path("keys.out")] + format.reading).wait().succeeds()
        #expect(try other.records().map(\.key) == [try workspace.records().first?.key])
        let verified = try other.start(["verify", workspace.path("out/multivariant.m3u8")]).wait()
        #expect(verified.status == 0, "\(verified.testDescription)")
    }

    @Test(arguments: formats.filter(\.isPlaintext).map(\.name))
    func `Plaintext needs permission`(name: String) throws {
        try Workspace().fairlead("keys", "export", "--as", name).fails(64, "--allow-plaintext")
    }

    @Test(arguments: [
        ["--as", "jsonl", "--allow-plaintext", "--recipient", "x"], ["--as", "skm"],
        ["--as", "csv", "--with-iv"],
        ["--as", "csv", "--allow-plaintext", "--asset-id-rule", "nonsense"],
        ["--as", "cpix-2.3", "--recipient", "x", "--sign", "y"],
        ["--as", "fps-sdk-request", "--allow-plaintext", "--recipient", "x"],
        ["--as", "expressplay-token", "--recipient", "x", "--sign", "x", "--sign-key", "y"],
        ["--as", "shaka", "--allow-plaintext", "--wrap-key", "x"],
    ])
    func `Options of another format are refused`(arguments: [String]) throws {
        try Workspace().start(["keys", "export"] + arguments).wait().fails(64)
    }

    @Test func `What is pending is delivered once it is confirmed no more`() throws {
        let workspace = try Workspace()
        try workspace.fairlead("keys", "create", "--content-id", "x").succeeds()
        let pending = ["keys", "export", "--as", "jsonl", "--allow-plaintext", "--pending", "ksm"]
        for _ in 0..<2 {
            let lines = try workspace.start(pending).wait().succeeds().output
            #expect(try Workspace.records(in: lines).map(\.contentId) == ["x"])
        }
        try workspace.fairlead("keys", "confirm", "--license-server", "ksm").succeeds()
        #expect(try workspace.start(pending).wait().succeeds().output.isEmpty)
    }

    @Test func `A failed export leaves no file and notes no delivery`() throws {
        let workspace = try Workspace()
        for track in ["hd", "sd"] {
            try workspace.fairlead("keys", "create", "--content-id", "x", "--track", track).succeeds()
        }
        let export = ["keys", "export", "--as", "key-file", "--allow-plaintext", "--pending", "ksm"]
        try workspace.start(export + ["-o", workspace.path("x")]).wait().fails(65)
        #expect(!workspace.exists("x"))
        try workspace.fairlead("keys", "confirm", "--license-server", "ksm").fails(
            65,
            "nothing was delivered"
        )
        let pending = ["keys", "export", "--as", "jsonl", "--allow-plaintext", "--pending", "ksm"]
        #expect(try Workspace.records(in: workspace.start(pending).wait().succeeds().output).count == 2)
    }

    @Test func `A dry run stores nothing, a contradiction is refused`() throws {
        let workspace = try Workspace()
        let line =
            #"{"content_id":"x","track":"hd","key_id":"0f0e0d0c-0b0a-4908-8706-050403020100","key":"KEY","iv":"c0c1c2c3c4c5c6c7c8c9cacbcccdcecf"}"#
        try workspace.write(line.replacing("KEY", with: "a9b9033df0b9ca5447839e3d074817a0"), to: "a")
        try workspace.write(line.replacing("KEY", with: "b9b9033df0b9ca5447839e3d074817a0"), to: "b")
        let dry = try workspace.fairlead("keys", "import", "a", "--dry-run").succeeds()
        #expect(dry.text.contains("0f0e0d0c-0b0a-4908-8706-050403020100"))
        #expect(try workspace.records().isEmpty)
        try workspace.fairlead("keys", "import", "a").succeeds()
        try workspace.fairlead("keys", "import", "b").fails(65, "content id x")
        try workspace.fairlead("keys", "import", "c").fails(66, "c")
        try workspace.write("hello", to: "d")
        let refused = try workspace.fairlead("keys", "import", "d").fails(65, "--as")
        #expect(!refused.errors.contains("a9b9033d"))
    }
}
