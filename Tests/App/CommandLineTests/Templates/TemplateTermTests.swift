import Foundation
import Testing

/// Terms of a template besides its key URI, and options that take precedence over them.
struct TemplateTermTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private static let head = "name: acme\nsummary: \"Acme\"\nkey_uri: \"skd://{asset_id}+{track}\"\n"

    /// Runs `protect` on fMP4, with a template of these lines.
    private func protect(
        _ lines: String,
        _ options: String...,
        id: String = "movie-42",
        to output: String = "out"
    ) throws -> Outcome {
        try workspace.write(Self.head + lines, to: "acme.yaml")
        return try workspace.start(
            [
                "protect", Sample.fragmentedMP4.path, "-o", workspace.path(output), "--content-id", id,
                "--template", "acme.yaml",
            ] + options
        ).wait()
    }

    private func keys(_ playlist: String = "out/video/720p/index.m3u8") throws -> [PlaylistText.Key] {
        try workspace.playlist(playlist).keys
    }

    private func verify(_ output: String = "out") throws {
        try workspace.verify("\(output)/multivariant.m3u8", "--source", Sample.fragmentedMP4.path).succeeds()
    }

    @Test func `Method, vectors, keys and session keys are the template's`() throws {
        try protect("methods: [aes-128]\nmethod: aes-128\niv: record\nkey_per: type\nsession_keys: all")
            .succeeds()
        let records = try workspace.records()
        #expect(records.map(\.track) == ["audio", "hd", "sd"])
        let hd = try keys()
        #expect(Set(hd.compactMap(\.method)) == ["AES-128"])
        #expect(
            Set(hd.compactMap { $0.iv?.lowercased() }) == Set(records.filter { $0.track == "hd" }.map(\.iv))
        )
        #expect(try workspace.playlist("out/multivariant.m3u8").sessionKeys.count == 3)
        try verify()
    }

    @Test func `Options go before the template`() throws {
        try protect(
            "methods: [aes-128, sample-aes]\nmethod: aes-128\niv: record\nkey_per: type\nsession_keys: all",
            "--method",
            "sample-aes",
            "--key-per",
            "presentation",
            "--session-keys",
            "none"
        ).succeeds()
        #expect(try workspace.records().map(\.track) == ["all"])
        #expect(Set(try keys().compactMap(\.method)) == ["SAMPLE-AES"])
        #expect(try workspace.playlist("out/multivariant.m3u8").sessionKeys.isEmpty)
    }

    @Test(arguments: [("segment", 3), ("sequence", 0)])
    func `The mode of vectors goes before the template's`(mode: String, count: Int) throws {
        try protect("methods: [aes-128]\nmethod: aes-128\niv: record", "--iv-mode", mode).succeeds()
        #expect(Set(try keys().compactMap(\.iv)).count == count)
    }

    @Test(
        arguments: [
            (
                "key_systems: [fairplay, widevine]", [],
                ["com.apple.streamingkeydelivery", "urn:uuid:edef8ba9-"]
            ),
            ("key_systems: [fairplay, widevine]", ["--drm", "playready"], ["com.microsoft.playready"]),
            ("key_format: com.apple.streamingkeydelivery", [], ["com.apple.streamingkeydelivery"]),
            ("key_format: identity", [], [nil]),
            // Key systems without this method are left out.
            ("key_systems: [fairplay, widevine]", ["--method", "sample-aes-ctr"], ["urn:uuid:edef8ba9-"]),
        ] as [(String, [String], [String?])]
    )
    func `Key systems are the template's`(line: String, options: [String], formats: [String?]) throws {
        try workspace.write(
            Self.head + "methods: [sample-aes, sample-aes-ctr]\n" + line,
            to: "acme.yaml"
        )
        let arguments = [
            "protect", Sample.fragmentedMP4.path, "-o", workspace.path("out"), "--content-id", "movie-42",
            "--template", "acme.yaml",
        ]
        let outcome = try workspace.start(arguments + options).wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let found = try keys().map { $0.attributes["KEYFORMAT"] }
        #expect(found.count == formats.count)
        for (found, format) in zip(found, formats) {
            #expect((found ?? "").hasPrefix(format ?? "") && (found == nil) == (format == nil))
        }
        try verify()
    }

    @Test func `Versions of the key format reach lines and records, and lines that are rewritten`() throws {
        let lines = "methods: [sample-aes]\nkey_systems: [fairplay, widevine]\nkey_format_versions: "
        try protect(lines + "1/2").succeeds()
        #expect(try keys().map { $0.attributes["KEYFORMATVERSIONS"] } == ["1/2", "1"])
        let fairPlay = try workspace.records().filter { $0.keyFormat == "com.apple.streamingkeydelivery" }
        #expect(fairPlay.map(\.keyFormatVersions) == ["1/2"])
        try verify()
        try workspace.write(Self.head + lines + "1/2/3", to: "acme.yaml")
        let rewritten = try workspace.fairlead(
            "rewrite",
            "out/multivariant.m3u8",
            "-o",
            "new",
            "--template",
            "acme.yaml"
        )
        try rewritten.succeeds()
        #expect(
            try keys("new/video/720p/index.m3u8").map { $0.attributes["KEYFORMATVERSIONS"] } == [
                "1/2/3", "1",
            ]
        )
        #expect(Set(try workspace.records().compactMap(\.keyFormatVersions)).contains("1/2/3"))
    }

    @Test func `A clear start that the template forbids is refused`() throws {
        let lines = "methods: [sample-aes]\nclear_lead: forbidden"
        try protect(lines, "--clear-lead", "2").fails(64, "--clear-lead", "acme")
        #expect(try workspace.hasEmptyStore)
        try protect(lines, "--clear-lead", "0").succeeds()
    }

    @Test(arguments: [
        (["--iv-mode", "segment"], "--iv-mode segment"), (["--encrypt-init"], "--encrypt-init"),
        (["--drm", "identity,nope"], "--drm"), (["--reuse-key"], "--reuse-key"),
    ])
    func `What does not fit the template's method is refused`(options: [String], part: String) throws {
        try workspace.write(
            Self.head
                + "methods: [sample-aes, sample-aes-ctr]\nmethod: \(part == "--reuse-key" ? "sample-aes-ctr" : "sample-aes")",
            to: "acme.yaml"
        )
        let arguments = [
            "protect", Sample.fragmentedMP4.path, "-o", "out", "--content-id", "movie-42", "--template",
            "acme.yaml",
        ]
        try workspace.start(arguments + options).wait().fails(64, part)
        #expect(try workspace.hasEmptyStore)
    }

    @Test func `Keys are given the policy of the template, unless they have one`() throws {
        let lines = """
            methods: [sample-aes]
            key_per: type
            record: {hdcp: type-0, lease: 10m, audio: {hdcp: none}, uhd: {hdcp: type-1}}
            """
        try workspace.mint("movie-42", "sd")
        _ = try workspace.keyChanges("policy", "--content-id", "movie-42", "--hdcp", "type-1")
        try protect(lines, "--dry-run").warns("policy of the key of content id movie-42, track sd")
        for _ in 1...2 {
            try protect(lines).warns("policy of the key of content id movie-42, track sd")
            let records = try workspace.records()
            #expect(records.map(\.track) == ["audio", "hd", "sd"])
            #expect(records.map(\.hdcp) == ["none", "type-0", "type-1"])
            #expect(records.map(\.leaseSeconds) == [600, 600, nil])
        }
    }

    @Test func `A rendition's key has the policy of its class`() throws {
        try protect(
            "methods: [sample-aes]\nkey_per: rendition\nrecord: {audio: {hdcp: none}, hd: {hdcp: type-1}}"
        ).succeeds()
        let records = try workspace.records()
        #expect(records.map(\.track) == ["audio/en/index", "video/240p/index", "video/720p/index"])
        #expect(records.map(\.hdcp) == ["none", nil, "type-1"])
    }

    @Test func `Templates for tests say so in every run`() throws {
        let lines = "methods: [sample-aes]\ntest_only: yes"
        try protect(lines).warns("acme is for tests only")
        try protect(lines, "--dry-run").warns("acme is for tests only")
        try workspace.fairlead(
            "rewrite",
            "out/multivariant.m3u8",
            "-o",
            "new",
            "--template",
            "acme.yaml"
        ).warns("acme is for tests only")
    }

    @Test(arguments: [
        ("host", "m", "", 0), ("host", String(repeating: "m", count: 197), "", 64),
        ("afterSemicolon", "movie", "", 64),
        ("afterSemicolon", "movie", ";x1", 0), ("\"query:cid\"", "movie", "?cid=1", 64),
        ("\"query:cid\"", "movie", "?cid=12", 0),
    ])
    func `A key URI has to hold an asset id`(rule: String, id: String, end: String, status: Int32) throws {
        let yaml = Self.head.replacing("{track}\"", with: "all\(end)\"")
        try workspace.write(yaml + "methods: [sample-aes]\nasset_id: [\(rule)]", to: "acme.yaml")
        let outcome = try workspace.fairlead(
            "protect",
            Sample.fragmentedMP4.path,
            "-o",
            "out",
            "--content-id",
            id,
            "--template",
            "acme.yaml"
        )
        guard status != 0 else {
            try outcome.succeeds()
            return
        }
        outcome.fails(status, "asset id")
        #expect(try workspace.hasEmptyStore)
    }

    @Test func `A rewritten key URI is for the systems of the template`() throws {
        try protect("methods: [sample-aes]\nkey_systems: [fairplay, identity]").succeeds()
        for (format, index) in [("identity", 1), ("com.apple.streamingkeydelivery", 0)] {
            try workspace.write(
                "name: b\nsummary: s\nextends: acme.yaml\nkey_uri: skd://{content_id}/{track}/new\n"
                    + "key_systems: [widevine]\nkey_format: \(format)",
                to: "b.yaml"
            )
            try workspace.fairlead(
                "rewrite",
                "out/multivariant.m3u8",
                "-o",
                format,
                "--template",
                "./b.yaml"
            ).succeeds()
            let uris = try keys("\(format)/video/720p/index.m3u8").map(\.uri)
            #expect(uris.map { $0 == "skd://movie-42/all/new" } == [index == 0, index == 1])
        }
    }

    @Test func `What is packaged is protected as the template says`() throws {
        try workspace.write(
            Self.head
                + "methods: [aes-128]\nmethod: aes-128\niv: sequence\nkey_per: type\nrecord: {hdcp: type-1}",
            to: "acme.yaml"
        )
        try workspace.fairlead(
            "package",
            Mezzanine.avc,
            "-o",
            "out",
            "--content-id",
            "movie-42",
            "--template",
            "acme.yaml"
        ).succeeds()
        let records = try workspace.records()
        #expect(
            Set(records.compactMap(\.method)) == ["aes-128"] && Set(records.compactMap(\.hdcp)) == ["type-1"]
        )
        try workspace.verify("out/main.m3u8").succeeds()
    }

    @Test func `A rewritten key URI has to hold an asset id`() throws {
        try protect("methods: [sample-aes]").succeeds()
        try workspace.write(
            Self.head + "methods: [sample-aes]\nasset_id: [afterSemicolon]",
            to: "acme.yaml"
        )
        for more in [
            ["--content-id", "movie-42"],
            ["--content-id", "movie-42", "--no-records", "--key-uri", "skd://x"],
        ] {
            let arguments = ["rewrite", "out/multivariant.m3u8", "-o", "new", "--template", "acme.yaml"]
            let outcome = try workspace.start(arguments + more).wait()
            // A key URI of the command line replaces all that the template says about its own.
            if more.contains("--key-uri") { try outcome.succeeds() } else { outcome.fails(64, "asset id") }
        }
    }
}
