import Foundation
import Testing

/// `--cpix` of `protect` and `package`.
struct CPIXKeyTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// Exports the keys of a title from another store, a key for each class, with the lines that signal them.
    private func export(_ format: String, of origin: Workspace, _ more: [String] = []) throws {
        let arguments = ["keys", "export", "--as", format, "--content-id", ProtectingJob.title]
        try origin.start(arguments + more + ["-o", workspace.path("keys.xml")]).wait().succeeds()
    }

    private var keys: [String] { ["--cpix", workspace.path("keys.xml")] }

    @Test(arguments: ProtectingJob.allCases, ["cpix-2.3", "cpix-2.4", "speke-2"])
    func `The keys of a document make the tree that the store they are from made`(
        job: ProtectingJob,
        format: String
    ) throws {
        let origin = try Workspace(.fresh)
        try job.run(in: origin, ["--content-id", ProtectingJob.title, "--template", "content-id-track"])
            .succeeds()
        try export(format, of: origin, ["--allow-plaintext"])
        try job.run(in: workspace, keys).succeeds()
        #expect(try workspace.tree("out") == origin.tree("out"))
        let (ours, theirs) = (try workspace.records(), try origin.records())
        #expect(Set(ours.map(\.track)) == job.tracks)
        #expect(ours.map(\.keyId) == theirs.map(\.keyId))
        #expect(ours.map(\.key) == theirs.map(\.key))
        #expect(ours.map(\.keyUri) == theirs.map(\.keyUri))
        try job.verify(in: workspace).succeeds()
        try origin.start(["verify", workspace.path(job.playlist)]).wait().succeeds()
    }

    @Test func `Keys that are encrypted take the private key`() throws {
        let (origin, job) = (try Workspace(.fresh), ProtectingJob.protect)
        try Recipient.write(to: workspace)
        try job.run(in: origin, ["--content-id", ProtectingJob.title, "--template", "content-id-track"])
            .succeeds()
        try export("cpix-2.3", of: origin, ["--recipient", workspace.path("recipient.pem")])
        try job.run(in: workspace, keys).fails(65, "keys.xml", "--cpix-key")
        let imported = try workspace.fairlead("keys", "import", workspace.path("keys.xml"))
        imported.fails(65, "keys.xml", "--private-key")
        // Not both options could read standard input, so for both `-` is the name of a file.
        try job.run(in: workspace, keys + ["--cpix-key", "-"]).fails(66, "-")
        #expect(try workspace.hasEmptyStore)
        try job.run(in: workspace, keys + ["--cpix-key", workspace.path("recipient.key")]).succeeds()
        #expect(try workspace.records().map(\.key) == origin.records().map(\.key))
        try job.verify(in: workspace).succeeds()
    }

    // MARK: A document from others

    private static let key = "8d1f4b62c07ae93355b6021fce7d94a8"
    private static let iv = "31c29a7714e8d05fb3460b8be92f6d1c"
    private static let kid = "0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f0"
    private static let line = #"#EXT-X-KEY:METHOD=AES-128,URI="https://keys.example.com/7?t=1""#

    private static func base64(_ digits: String) -> String {
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { offset in
            UInt8(digits.dropFirst(offset).prefix(2), radix: 16)
        }
        return Data(bytes).base64EncodedString()
    }

    /// A document with one key for all tracks, for AES-128.
    private static let document = """
        <?xml version="1.0" encoding="UTF-8"?>
        <CPIX xmlns="urn:dashif:org:cpix" xmlns:pskc="urn:ietf:params:xml:ns:keyprov:pskc" contentId="song-7">
          <ContentKeyList>
            <ContentKey kid="\(kid)" explicitIV="\(base64(iv))"><Data><pskc:Secret>
              <pskc:PlainValue>\(base64(key))</pskc:PlainValue>
            </pskc:Secret></Data></ContentKey>
          </ContentKeyList>
          <DRMSystemList>
            <DRMSystem systemId="3ea8778f-7742-4bf9-b18b-e834b2acbd47" kid="\(kid)">
              <HLSSignalingData playlist="media">\(Data(line.utf8).base64EncodedString())</HLSSignalingData>
            </DRMSystem>
          </DRMSystemList>
        </CPIX>
        """

    @Test func `A key server's key encrypts, and its line is the one of the playlist`() throws {
        try workspace.write(Self.document, to: "keys.xml")
        let protect = [
            "protect", Sample.packedAudio.path, "-o", workspace.path("out"), "--method", "aes-128",
            "--iv-mode", "constant",
        ]
        try workspace.start(protect + keys).wait().succeeds()
        let record = try #require(try workspace.records().first)
        #expect(record.contentId == "song-7")
        #expect(record.keyId == Self.kid)
        let playlist = try workspace.playlist("out/index.m3u8")
        #expect(Set(playlist.keys.compactMap(\.uri)) == ["https://keys.example.com/7?t=1"])
        let segment = try #require(playlist.segments.first)
        let clear = FileManager.default.contents(atPath: TestPaths.samples + "/packed-audio/" + segment.uri)
        #expect(
            try OpenSSL.decrypt(workspace.data("out/" + segment.uri), key: Self.key, iv: Self.iv) == clear
        )
        try workspace.verify("out/index.m3u8", "--source", Sample.packedAudio.path).succeeds()
        // Another store imports the document itself.
        let other = try Workspace(.fresh)
        try other.fairlead("keys", "import", workspace.path("keys.xml")).succeeds()
        try other.start(["verify", workspace.path("out/index.m3u8")]).wait().succeeds()
    }

    /// SPEKE 2 lets the two lines of a key have different URIs, and RFC 8216bis 4.4.6.5 has no rule against
    /// it.
    @Test func `A session line may have another URI than the line of the media`() throws {
        let session = #"#EXT-X-SESSION-KEY:METHOD=AES-128,URI="https://keys.example.com/offline/7""#
        let text = Data(session.utf8).base64EncodedString()
        let document = Self.document.replacing(
            "</DRMSystem>",
            with: #"<HLSSignalingData playlist="master">\#(text)</HLSSignalingData></DRMSystem>"#
        )
        try workspace.write(document, to: "keys.xml")
        let protect = [
            "protect", Sample.transportStream.path, "-o", workspace.path("out"), "--method", "aes-128",
        ]
        try workspace.start(protect + keys).wait().succeeds()
        let multivariant = "out/" + Sample.transportStream.playlist
        let lines = try workspace.playlist(multivariant).lines
        #expect(lines.filter { $0.hasPrefix("#EXT-X-SESSION-KEY") } == [session])
        try workspace.verify(multivariant, "--source", Sample.transportStream.path).succeeds()
        let outcome = try workspace.verify(multivariant, "--format", "json").succeeds()
        let findings = try outcome.json(VerificationReport.self).findings
        #expect(findings.map(\.rule) == ["session-key-unused"])
        #expect(findings.map(\.severity) == ["warning"])
    }

    @Test func `A document of another title, and one whose keys the store has otherwise, are refused`() throws
    {
        try workspace.write(Self.document, to: "keys.xml")
        let protect = [
            "protect", Sample.packedAudio.path, "-o", workspace.path("out"), "--method", "aes-128",
        ]
        try workspace.start(protect + keys + ["--content-id", "song-8"]).wait()
            .fails(65, "keys.xml", "song-7", "song-8")
        #expect(try workspace.hasEmptyStore)
        try workspace.fairlead("keys", "create", "--content-id", "song-7").succeeds()
        let refused = try workspace.start(protect + keys).wait().fails(65, "song-7")
        #expect(!refused.errors.contains(Self.key))
        #expect(!workspace.exists("out"))
        #expect(try workspace.records().count == 1)
    }
}
