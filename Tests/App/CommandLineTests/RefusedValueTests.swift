import Foundation
import Testing

/// Errors of parsers and of values, which reach the user with a class and an option or another location.
struct RefusedValueTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test(
        arguments: [
            // Errors of parsers: a template that cannot be read, one that is wrong, a key URI, a variable.
            (
                ["--template", "none.yaml"], 66,
                "none.yaml: the template file does not exist. Correct the path."
            ),
            (
                ["--template", "bad.yaml"], 64,
                "bad.yaml:2:1: the template is not valid YAML (did not find expected node content). Correct it."
            ),
            (
                ["--key-uri", "skd:{"], 64,
                #"--key-uri: column 5: a brace is not closed (expected "}"). Close it, or write "{{" for a brace."#
            ),
            (
                ["--set", "tenant"], 64,
                #"template variable: a template variable has no "=" (expected NAME=VALUE). Write a name, "=" and a value."#
            ),
            (
                ["--template", "https-key", "--set", "key_url=x"], 64,
                #"template variable: template variable "key_url" does not fit (expected a URL that begins with https://). "#
                    + "Correct its value."
            ),
            // Values that a library refuses, with a remedy of the command and without one.
            (
                ["--content-id", ""], 64,
                "--content-id: content id is not valid (0 bytes, expected 1 to 200 bytes of UTF-8). Give another."
            ),
            (
                ["--key-server", "speke:x"], 64,
                "--key-server: key server is not valid (this is not a URL such as https://HOST/PATH, expected "
                    + "speke:https://HOST/PATH)."
            ),
        ] as [([String], Int32, String)]
    )
    func `A refused value is told with its class`(options: [String], status: Int32, message: String) throws {
        try workspace.write("x: [\n", to: "bad.yaml")
        let arguments = [
            "protect", Sample.packedAudio.path, "-o", workspace.path("out"), "--method", "aes-128",
        ]
        let contentID = options.contains("--content-id") ? [] : ["--content-id", "movie-42"]
        let outcome = try workspace.start(arguments + contentID + options).wait()
        #expect(outcome.status == status)
        #expect(outcome.errors == "error: \(message)\n")
        #expect(try workspace.hasEmptyStore)
    }

    /// In a manifest, the parser of inputs throws the same error as on the command line, which it stops.
    @Test func `A refused input of a manifest is an error of the command line`() throws {
        try workspace.write("content_id,input\na,x.mp4:language=\n", to: "titles.csv")
        let reason = "input 'x.mp4:language=': 'language' has no value (expected language=VALUE). Give one."
        let batch = try workspace.fairlead("batch", "run", "titles.csv", "--output", "out/{content_id}")
        batch.fails(64, "titles.csv:2: a: command line: \(reason)")
        let run = try workspace.fairlead("package", "x.mp4:language=", "-o", "out", "--content-id", "a")
        run.fails(64, "command line: \(reason)")
    }

    /// The remedy of an error without one of its own, and of an error that has one.
    @Test func `A refused certificate is told with its option`() throws {
        try Recipient.write(to: workspace)
        try workspace.write("x", to: "bad.pem")
        let openssl = TestPaths.tool("openssl")
        _ = try ChildProcess(openssl, ["genrsa", "-out", workspace.path("other.key"), "2048"]).wait()
        func export(_ options: String...) throws -> Outcome {
            try workspace.start(["keys", "export", "--as", "cpix-2.3", "--content-id", "a"] + options).wait()
        }
        try export("--recipient", "bad.pem").fails(
            65,
            "--recipient bad.pem: it is not an X.509 certificate",
            "Give another certificate."
        )
        try export("--recipient", "recipient.pem", "--sign", "recipient.pem", "--sign-key", "other.key")
            .fails(
                65,
                "--sign-key other.key: the private key does not belong to the certificate.",
                "Give a certificate and a private key that belong together. Give the key of recipient.pem."
            )
    }
}
