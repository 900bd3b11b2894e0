import Foundation
import KeyServerFixtures
import Testing

/// CPIX documents and answers of key servers with empty elements, which count as absent.
///
/// Without `KeyFormat` the key format is that of the key system, or else identity (RFC 8216bis 4.4.4.4);
/// without `KeyFormatVersions` the version is 1.
struct EmptyElementTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private static let kid = "0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f0"
    private static let fairPlay = "94ce86fb-07ff-4f43-adb8-93d2fa968ca2"
    /// The system ids of keys in the clear, in SPEKE v1 and v2.
    private static let clear = [
        "81376844-f976-481e-a84e-cc25d39b0b33", "3ea8778f-7742-4bf9-b18b-e834b2acbd47",
    ]
    private static let https = "https://keys.example.com/7?t=1"
    private static let skd = "skd://keys.example.com/7"
    private static let empty = "<speke:KeyFormat/><speke:KeyFormatVersions> </speke:KeyFormatVersions>"

    private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
    private static func uri(_ text: String) -> String { "<URIExtXKey>\(base64(text))</URIExtXKey>" }
    private static func line(_ attributes: String) -> String {
        #"<HLSSignalingData playlist="media">\#(base64("#EXT-X-KEY:" + attributes))</HLSSignalingData>"#
    }

    /// Returns a document as in SPEKE v1, with one key and one key system.
    private static func document(_ system: String, _ contents: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <CPIX xmlns="urn:dashif:org:cpix" xmlns:pskc="urn:ietf:params:xml:ns:keyprov:pskc"
          xmlns:speke="urn:aws:amazon:com:speke" id="song-7">
          <ContentKeyList>
            <ContentKey kid="\(kid)" explicitIV="McKadxTo0F+zRguL6S9tHA=="><Data><pskc:Secret>
              <pskc:PlainValue>jR9LYsB66TNVtgIfzn2UqA==</pskc:PlainValue>
            </pskc:Secret></Data></ContentKey>
          </ContentKeyList>
          <DRMSystemList><DRMSystem systemId="\(system)" kid="\(kid)">\(contents)</DRMSystem></DRMSystemList>
        </CPIX>
        """
    }

    /// A document, and the expected key URI and format for a method.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let system: String
        let contents: String
        let method: String
        let uri: String
        let keyFormat: String?

        init(
            _ name: String,
            _ system: String,
            _ contents: String,
            _ method: String,
            uri: String,
            keyFormat: String? = nil
        ) {
            testDescription = name
            self.system = system
            self.contents = contents
            self.method = method
            self.uri = uri
            self.keyFormat = keyFormat
        }
    }

    private static let appleFormat = "com.apple.streamingkeydelivery"
    private static let emptyLine = line(#"METHOD=AES-128,KEYFORMAT="",URI="\#(https)",KEYFORMATVERSIONS="""#)

    private static let cases = [
        Case("both empty, v1", clear[0], uri(https) + empty, "aes-128", uri: https),
        Case("both empty, v2", clear[1], uri(https) + empty, "aes-128", uri: https),
        Case("both empty, samples", clear[0], uri(https) + empty, "sample-aes", uri: https),
        Case(
            "no versions",
            clear[0],
            uri(https) + "<speke:KeyFormat>\(base64("identity"))</speke:KeyFormat><speke:KeyFormatVersions/>",
            "aes-128",
            uri: https
        ),
        Case("empty lines", clear[0], uri(https) + "<HLSSignalingData/>", "aes-128", uri: https),
        Case("empty PSSH", clear[0], uri(https) + "<PSSH/><ContentProtectionData/>", "aes-128", uri: https),
        Case("an empty KEYFORMAT", clear[1], emptyLine, "aes-128", uri: https),
        Case("FairPlay", fairPlay, uri(skd) + empty, "sample-aes", uri: skd, keyFormat: appleFormat),
        Case("whole segments", fairPlay, uri(https) + empty, "aes-128", uri: https),
    ]

    @Test(arguments: cases)
    func `An empty element says nothing, and the document's URI is written`(each: Case) throws {
        try workspace.write(Self.document(each.system, each.contents), to: "keys.xml")
        let arguments = [
            "protect", Sample.packedAudio.path, "-o", workspace.path("out"), "--method", each.method,
        ]
        try workspace.start(arguments + ["--cpix", workspace.path("keys.xml")]).wait()
            .succeeds()
        try expectLines(uri: each.uri, keyFormat: each.keyFormat)
        try workspace.verify("out/index.m3u8", "--source", Sample.packedAudio.path).succeeds()
        // A store that imports the document itself has the same URI for the key.
        let other = try Workspace(.fresh)
        try other.fairlead("keys", "import", workspace.path("keys.xml")).succeeds()
        let record = try #require(try other.records().first)
        #expect(record.keyUri == each.uri)
        try other.start(["verify", workspace.path("out/index.m3u8")]).wait().succeeds()
    }

    /// Checks all key lines of the result, and the record.
    private func expectLines(uri: String, keyFormat: String?) throws {
        let playlist = try workspace.playlist("out/index.m3u8")
        #expect(Set(playlist.keys.compactMap(\.uri)) == [uri])
        let lines = playlist.lines.filter { $0.hasPrefix("#EXT-X-KEY") }
        let written = keyFormat.map { #"KEYFORMAT="\#($0)",KEYFORMATVERSIONS="1""# }
        #expect(lines.allSatisfy { line in written.map(line.contains) ?? !line.contains("KEYFORMAT") })
        let record = try #require(try workspace.records().first)
        #expect(record.keyUri == uri)
        #expect(record.keyFormat == keyFormat)
        #expect(record.keyFormatVersions == keyFormat.map { _ in "1" })
    }

    /// A URI under FairPlay's system id without a key format does not take precedence over an explicit
    /// identity URI.
    @Test func `What is said to be of identity goes first`() throws {
        let identity = Self.uri(Self.https) + "<speke:KeyFormat>\(Self.base64("identity"))</speke:KeyFormat>"
        let next = #"</DRMSystem><DRMSystem systemId="\#(Self.clear[0])" kid="\#(Self.kid)">"#
        let contents = Self.uri(Self.skd) + next + identity
        try workspace.write(Self.document(Self.fairPlay, contents), to: "keys.xml")
        let arguments = [
            "protect", Sample.packedAudio.path, "-o", workspace.path("out"), "--method", "aes-128",
        ]
        let outcome = try workspace.start(arguments + ["--cpix", workspace.path("keys.xml")]).wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        try expectLines(uri: Self.https, keyFormat: nil)
    }

    /// The URIs are those that our server gives each key, and `verify` finds the keys by them.
    @Test(arguments: [("speke1", "aes-128"), ("speke1", "sample-aes"), ("speke", "aes-128")])
    func `A server may leave elements empty`(interface: String, method: String) throws {
        let server = try SPEKEServer(
            "empty-format",
            arguments: interface == "speke1" ? ["--speke", "1"] : []
        )
        let arguments = [
            "protect", Sample.packedAudio.path, "-o", workspace.path("out"), "--content-id", "song-7",
            "--method", method, "--key-server", "\(interface):http://127.0.0.1:\(server.port)/",
        ]
        try workspace.start(arguments).wait().succeeds()
        let kid = try #require(try server.givenKeys().first?["kid"])
        let playlist = try workspace.playlist("out/index.m3u8")
        let isFairPlay = method == "sample-aes"
        let uri = isFairPlay ? "skd://speke.example.com/\(kid)" : "https://keys.example.com/clear/\(kid)"
        #expect(Set(playlist.keys.compactMap(\.uri)) == [uri])
        #expect(!playlist.lines.contains { $0.contains(#"="""#) })
        let record = try #require(try workspace.records().first)
        #expect(record.keyUri == uri)
        #expect(record.keyFormat == (isFairPlay ? Self.appleFormat : nil))
        try workspace.verify("out/index.m3u8", "--source", Sample.packedAudio.path).succeeds()
    }

    // MARK: Unusable elements

    @Test func `An empty KEYFORMAT for FairPlay is refused`() throws {
        let line = Self.line(#"METHOD=SAMPLE-AES,URI="\#(Self.skd)",KEYFORMAT="""#)
        try workspace.write(Self.document(Self.fairPlay, line), to: "keys.xml")
        let protect = ["protect", Sample.packedAudio.path, "-o", workspace.path("out")]
        try workspace.start(protect + ["--cpix", workspace.path("keys.xml")]).wait()
            .fails(
                65,
                "keys.xml",
                "KEYFORMAT is identity, expected \(Self.appleFormat)",
                "Correct the line in"
            )
        #expect(!workspace.exists("out"))
    }

    @Test func `A URI of a system that nothing names is not taken, and said so`() throws {
        let unknown = "12345678-1234-4234-8234-123456789abc"
        try workspace.write(Self.document(unknown, Self.uri(Self.https) + Self.empty), to: "keys.xml")
        try workspace.fairlead("keys", "import", workspace.path("keys.xml"))
            .warns("the URIExtXKey of key system \(unknown) is ignored: KeyFormat is absent or empty")
    }

    /// The document's lines are for FairPlay, which has no AES-128.
    @Test func `A URI that no key line can have is told`() throws {
        let format = "<speke:KeyFormat>\(Self.base64(Self.appleFormat))</speke:KeyFormat>"
        try workspace.write(Self.document(Self.fairPlay, Self.uri(Self.skd) + format), to: "keys.xml")
        let protect = [
            "protect", Sample.packedAudio.path, "-o", workspace.path("out"), "--method", "aes-128",
        ]
        try workspace.start(protect + ["--cpix", workspace.path("keys.xml")]).wait()
            .warns("its key URI is not written: it is for fairplay")
    }

    @Test func `A record in JSON may have an empty key format`() throws {
        let record = """
            {"content_id":"song-7","track":"all","key_id":"\(Self.kid)","key":"8d1f4b62c07ae93355b6021fce7d94a8",\
            "iv":"31c29a7714e8d05fb3460b8be92f6d1c","method":"aes-128","key_uri":"\(Self.https)","key_format":"",\
            "key_format_versions":""}
            """
        try workspace.write(record + "\n", to: "keys.jsonl")
        try workspace.fairlead("keys", "import", workspace.path("keys.jsonl")).succeeds()
        let stored = try #require(try workspace.records().first)
        #expect(stored.keyUri == Self.https && stored.keyFormat == nil && stored.keyFormatVersions == nil)
    }
}
