import Foundation
import RepositoryFiles
import Testing

/// `templates list`, `show` and `render`.
struct TemplatesCommandTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace(.none) }

    private static let templates = Repository.root.appending(path: "Templates")

    @Test func `The list names every file of Templates`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.templates.path)
            .filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }
        let names = try workspace.templateNames()
        #expect(Set(names) == Set(files))
        let table = try workspace.fairlead("templates", "list").succeeds().text
        for name in names { #expect(table.contains("\n" + name + " ")) }
    }

    @Test func `show --format yaml prints the file, byte for byte`() throws {
        for name in try workspace.templateNames() {
            let shown = try workspace.fairlead("templates", "show", name, "--format", "yaml").succeeds()
            let file = Self.templates.appending(path: name + ".yaml")
            #expect(try shown.output == Data(contentsOf: file), "\(name)")
        }
    }

    @Test func `show tells all that a template says`() throws {
        for name in try workspace.templateNames() {
            let text = try workspace.fairlead("templates", "show", name).succeeds().text
            #expect(text.contains("fairlead protect ") && text.contains("--template \(name)"), "\(name)")
            let object = try workspace.fairlead("templates", "show", name, "--format", "json").succeeds()
                .object()
            #expect(object["name"] as? String == name)
            for source in try #require(object["source"] as? [String]) { #expect(text.contains(source)) }
            for doubt in try #require(object["unconfirmed"] as? [String]) { #expect(text.contains(doubt)) }
        }
    }

    @Test func `A copy of a template is a template`() throws {
        let yaml = try workspace.fairlead("templates", "show", "axinom-iv", "--format", "yaml").succeeds()
        try workspace.write(yaml.output, to: "copy.yaml")
        let options = ["--content-id", "movie-42"]
        let copy = try workspace.rendering("./copy.yaml", options)
        #expect(try copy.keyLines == workspace.rendering("axinom-iv", options).keyLines)
    }

    @Test func `render says the same each time, and what of it is an example`() throws {
        let command = ["templates", "render", "content-id-track", "--content-id", "movie-42"]
        let first = try workspace.start(command).wait().succeeds()
        #expect(try workspace.start(command).wait().output == first.output)
        #expect(first.text.contains("--key-id, --iv, --track"))
        let rendered = try workspace.rendering(
            "content-id-track",
            [
                "--content-id", "movie-42", "--track", "uhd", "--period", "3", "--generation", "2",
                "--key-id",
                PresetTests.keyID, "--iv", PresetTests.iv,
            ]
        )
        #expect(rendered.examples.isEmpty)
        #expect(rendered.records.map(\.keyUri) == ["skd://movie-42+uhd+3+2"])
    }

    @Test func `render shows no secret, nor what is made of it`() throws {
        let secret = "5ecre7-T0ken"
        try workspace.write(
            """
            name: acme
            summary: "Acme"
            key_uri: "skd://acme/{content_id}?{token}&x={token|base64}"
            methods: [sample-aes]
            variables:
              token:
                summary: "a token"
                secret: yes

            """,
            to: "acme.yaml"
        )
        for format in ["text", "json"] {
            let shown = try workspace.fairlead(
                "templates",
                "render",
                "./acme.yaml",
                "--content-id",
                "movie-42",
                "--set",
                "token=" + secret,
                "--format",
                format
            ).succeeds().text
            #expect(shown.contains("skd://acme/movie-42?…&x=…"))
            for form in [secret, Data(secret.utf8).base64EncodedString()] { #expect(!shown.contains(form)) }
            let hex = secret.utf8.map { String($0, radix: 16) }.joined()
            #expect(!shown.contains(hex))
        }
    }

    @Test func `render opens no key store and leaves nothing behind`() throws {
        let before = try workspace.names()
        _ = try workspace.rendering("content-id", ["--content-id", "movie-42"])
        #expect(try workspace.names() == before)
    }

    @Test func `protect writes the lines that render shows`() throws {
        let workspace = try Workspace()
        let key = [
            "--key", "00112233445566778899aabbccddeeff", "--iv", PresetTests.iv, "--key-id",
            PresetTests.keyID,
        ]
        let protected = try workspace.protectSamples(
            Sample.packedAudio.path,
            ["--template", "nagra-ssp"] + key
        )
        #expect(protected.status == 0, "\(protected.testDescription)")
        let rendered = try workspace.rendering(
            "nagra-ssp",
            ["--content-id", "movie-42", "--iv", PresetTests.iv, "--key-id", PresetTests.keyID]
        )
        let lines = try workspace.text("out/index.m3u8").split(whereSeparator: \.isNewline).map(String.init)
        #expect(lines.filter { $0.hasPrefix("#EXT-X-KEY") } == rendered.keyLines)
    }

    /// Arguments that are refused, with the exit status and a part of the message.
    static let refused: [([String], Int32, String)] = [
        (["show", "contend-id"], 64, "Use content-id,"),
        (["show", "./none.yaml"], 66, "none.yaml"),
        (["show", "./folder/"], 66, "folder"),
        (["show", "./large.yaml"], 64, "too large"),
        (["show", "./no.yaml"], 64, "no.yaml:1"),
        (["check", "./none.yaml"], 66, "none.yaml"),
        (["check", "contend-id"], 64, "Use content-id,"),
        (["check", "content-id", "--set", "x=y"], 64, "no variable x"),
        (["render", "content-id", "--content-id", ""], 64, "--content-id"),
        (["render", "content-id", "--content-id", "x", "--track", ""], 64, "--track"),
        (["render", "content-id", "--content-id", "x", "--period=-1"], 64, "period"),
        (["render", "content-id", "--content-id", "x", "--key-id", "x"], 64, "--key-id"),
        (["render", "content-id", "--content-id", "x", "--iv", "00"], 64, "--iv"),
        (["render", "content-id", "--content-id", "x", "--method", "none"], 64, "--method"),
        (["render", "content-id", "--content-id", "x", "--drm", "nope"], 64, "--drm"),
        (["render", "nagra-ssp", "--content-id", "x", "--method", "aes-128"], 64, "nagra-ssp"),
        (["render", "irdeto", "--content-id", "x"], 64, "tenant"),
        (["render", "entitlement", "--content-id", "x"], 64, "entitlement_url"),
        (["render", "content-id", "--content-id", "x", "--set", "a=b"], 64, "no variable a"),
    ]

    @Test(arguments: refused)
    func `Bad input is refused`(arguments: [String], status: Int32, part: String) throws {
        try workspace.write("", to: "folder/file")
        try workspace.write(Data(count: 10 << 20), to: "large.yaml")
        try workspace.write("- a\n", to: "no.yaml")
        try workspace.start(["templates"] + arguments).wait().fails(status, part)
    }
}
