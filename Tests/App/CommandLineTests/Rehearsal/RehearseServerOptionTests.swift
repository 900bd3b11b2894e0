import Foundation
import Testing

/// Options of `rehearse` for servers of others, and the files that identify an app or a customer to them.
struct RehearseServerOptionTests {
    private static let entitlement = ["--entitlement-url", "https://ent.example.com/sees"]
    private static let token = [
        "--token-url", "https://fp.example.com/hms/fp/token", "--authenticator-file", "secret",
    ]
    private static let session = ["--ssm-url", "https://ssm.example.com", "--content-token-file", "secret"]
    private static let license = [
        "--license-url", "https://l.example.com/", "--certificate", "c", "--ask-file", "a",
    ]

    /// Options that no flow of the run uses, and a part of the message.
    static let unused: [(arguments: [String], part: String)] = [
        (token, "--token-url is for --flow token or entitlement"),
        (token + ["--flow", "ksm"], "has no effect in ksm"),
        (token + ["--flow", "nagra-ssp"], "--token-url is for"),
        (entitlement, "--entitlement-url is for --flow entitlement"),
        (entitlement + ["--flow", "token"], "--entitlement-url is for"),
        (entitlement + ["--template", "expressplay"], "--entitlement-url is for"),
        (session + ["--flow", "nagra-ssp"], "--ssm-url is for --flow nagra-ssm"),
        (["--content-token-file", "secret", "--flow", "token"], "--content-token-file is for"),
        (["--request-type", "time"], "--request-type is for"),
        (["--ssm", "2", "--flow", "nagra-ssp"], "--ssm is for"),
        (["--heartbeat", "30"], "--heartbeat is for"),
        (license + ["--flow", "token"], "--license-url is for"),
        (license + ["--flow", "cenc"], "--license-url is for"),
        (["--post", "form", "--flow", "key-delivery"], "--post is for"),
        (["--post", "form", "--flow", "nagra-ssp"], "octets only"),
    ]

    /// Options that need other options.
    static let incomplete: [(arguments: [String], part: String)] = [
        (["--authorization-file", "secret", "--flow", "entitlement"], "requires --entitlement-url"),
        (entitlement + token + ["--flow", "entitlement"], "Leave one of them out"),
        (["--token-url", "https://fp.example.com/", "--flow", "token"], "requires --authenticator-file"),
        (["--authenticator-file", "secret", "--flow", "token"], "requires --token-url"),
        (["--ssm-url", "https://ssm.example.com", "--flow", "nagra-ssm"], "requires --content-token-file"),
        (session + ["--flow", "nagra-ssm", "--ssm", "2"], "--ssm-url is for --ssm 1"),
        (
            session + ["--flow", "nagra-ssm", "--heartbeat", "9"],
            "--heartbeat is for the stand-in session manager"
        ),
        (license + ["--flow", "nagra-ssp"], "requires --content-token-file"),
        (license + ["--flow", "nagra-ssm"], "requires --content-token-file"),
        (
            license + ["--flow", "nagra-ssm", "--content-token-file", "secret"],
            "in nagra-ssm, --license-url requires --ssm-url"
        ),
        (["--content-token-file", "secret", "--flow", "nagra-ssp"], "requires --license-url or --ssm-url"),
    ]

    /// Options that could send a key elsewhere than intended.
    static let recipients: [(arguments: [String], part: String)] = [
        (["--send-keys-to", "fp.example.com", "--flow", "token"], "requires --token-url"),
        (token + ["--send-keys-to", "example.com", "--flow", "token"], "is not the host of --token-url"),
        (token + ["--send-keys-to", "fp.example.com.", "--flow", "token"], "is not the host"),
        (token + ["--send-keys-to", "FP.example.com", "--flow", "token"], "is not the host"),
        (token + ["--send-keys-to", "", "--flow", "token"], "is not the host"),
        (
            [
                "--token-url", "http://localhost:1/hms/fp/token", "--authenticator-file", "secret",
                "--send-keys-to", "localhost", "--flow", "token",
            ], "over https only"
        ),
        (
            [
                "--token-url", "http://fp.example.com/hms/fp/token", "--authenticator-file", "secret",
                "--send-keys-to", "fp.example.com", "--flow", "token",
            ], "http sends keys in the clear"
        ),
        (
            [
                "--token-url", "https://fp.example.com@evil.example/", "--authenticator-file", "secret",
                "--send-keys-to", "fp.example.com", "--flow", "token",
            ], "is not the host"
        ),
    ]

    @Test(arguments: unused + incomplete + recipients)
    func `Options that do not fit are refused, and nothing is asked`(
        _ refused: (arguments: [String], part: String)
    ) throws {
        let workspace = try Workspace(.none)
        try workspace.start(["rehearse", "x.m3u8"] + refused.arguments).wait().fails(64, refused.part)
    }

    // MARK: Files

    private static let uses: [(option: String, more: [String])] = [
        ("--authenticator-file", ["--token-url", "http://127.0.0.1:1/", "--flow", "token"]),
        ("--authorization-file", ["--entitlement-url", "http://127.0.0.1:1/", "--flow", "entitlement"]),
        ("--content-token-file", ["--ssm-url", "http://127.0.0.1:1/", "--flow", "nagra-ssm"]),
    ]

    private func rehearse(
        _ use: (option: String, more: [String]),
        _ content: String,
        mode: Int = 0o600,
        isStandardInput: Bool = false
    ) throws -> Outcome {
        let workspace = try Workspace()
        try workspace.write(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\ns.ts\n#EXT-X-ENDLIST\n",
            to: "x.m3u8"
        )
        try workspace.writeSecret(Data(content.utf8), to: "secret")
        try FileManager.default.setAttributes(
            [.posixPermissions: mode],
            ofItemAtPath: workspace.path("secret")
        )
        let options = [use.option, isStandardInput ? "-" : "secret"] + use.more
        return try workspace.start(
            ["rehearse", "x.m3u8"] + options,
            input: isStandardInput ? Data(content.utf8) : Data()
        ).wait()
    }

    /// A presentation without a key line does not hold (status 69), and no server is asked.
    @Test(arguments: uses)
    func `A secret comes from a file of its owner's, or from standard input`(
        use: (option: String, more: [String])
    ) throws {
        for isStandardInput in [false, true] {
            let outcome = try rehearse(use, "a-secret-word\n", isStandardInput: isStandardInput)
            #expect(outcome.status == 69, "\(outcome.testDescription)")
        }
    }

    @Test(arguments: uses)
    func `A file that others may read is refused`(use: (option: String, more: [String])) throws {
        let outcome = try rehearse(use, "a-secret-word\n", mode: 0o644).fails(77, "secret", "mode 644")
        #expect(!outcome.errors.contains("a-secret-word"))
    }

    @Test(arguments: uses, ["", "\n\r\n", "a\u{1}b", "größe"])
    func `What is no secret is refused without being shown`(
        use: (option: String, more: [String]),
        content: String
    ) throws {
        for isStandardInput in [false, true] {
            let outcome = try rehearse(use, content, isStandardInput: isStandardInput).fails(65, "this is no")
            #expect(!outcome.errors.contains("größe"))
        }
    }

    @Test(arguments: uses.prefix(2))
    func `A secret of several lines is refused`(use: (option: String, more: [String])) throws {
        try rehearse(use, "one\ntwo\n").fails(65, "expected one line")
    }

    @Test func `Content tokens have no blanks and commas, and the line is told`() throws {
        for content in ["one\ntwo three\n", "one\ntwo,three\n"] {
            let outcome = try rehearse(Self.uses[2], content).fails(65, "secret:2: ")
            #expect(!outcome.errors.contains("three"))
        }
    }

    /// Each token has the length of a JSON Web Token.
    @Test func `A list of tokens is read whole, or refused`() throws {
        let token = String(repeating: "abcd", count: 300) + "\n"
        let list = String(repeating: token, count: 1200)
        #expect(try rehearse(Self.uses[2], list).status == 69)
        // The malformed last line is noticed, so the list is read whole; cut anywhere, it would end in
        // another token.
        #expect(try rehearse(Self.uses[2], list + "a b\n").status == 65)
        for isStandardInput in [false, true] {
            let outcome = try rehearse(
                Self.uses[2],
                String(repeating: list, count: 3),
                isStandardInput: isStandardInput
            )
            outcome.fails(65, "more than 4194304 bytes")
        }
        for use in Self.uses.prefix(2) {
            try rehearse(use, String(repeating: "a", count: 16_385)).fails(65, "more than 16384 bytes")
            #expect(try rehearse(use, String(repeating: "a", count: 16_000)).status == 69)
        }
    }

    @Test func `Two options do not both read standard input`() throws {
        let workspace = try Workspace(.none)
        let arguments = [
            "rehearse", "x.m3u8", "--flow", "entitlement", "--entitlement-url", "https://e.example/",
            "--authorization-file", "-", "--content-token-file", "-",
        ]
        try workspace.start(arguments).wait().fails(64, "two options read standard input")
    }
}
