import Foundation
import Testing

/// Columns of a manifest: options, template variables, and the locations of results.
struct BatchColumnTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private static let audio = Sample.packedAudio.path

    /// Returns the key URI in the playlist of a title's result.
    private func keyURI(_ folder: String) throws -> String? {
        try workspace.playlist(folder + "/index.m3u8").keys.first?.uri
    }

    private func method(_ folder: String) throws -> String? {
        try workspace.playlist(folder + "/index.m3u8").keys.first?.method
    }

    @Test func `A column goes before the command line, and an empty cell does not`() throws {
        try workspace.manifest(
            "content_id,input,method,key-uri",
            "a,\(Self.audio),,",
            "b,\(Self.audio),sample-aes,skd://row/{content_id}"
        )
        try workspace.batch("--method", "aes-128", "--key-uri", "skd://all/{content_id}").succeeds()
        #expect(try method("results/a") == "AES-128")
        #expect(try keyURI("results/a") == "skd://all/a")
        #expect(try method("results/b") == "SAMPLE-AES")
        #expect(try keyURI("results/b") == "skd://row/b")
    }

    @Test func `A column that is no option is a template variable`() throws {
        try workspace.manifest(
            "content_id,input,template,entitlement-url,tenant,key-uri",
            "a,\(Self.audio),entitlement,https://l.example/fps,,",
            "b,\(Self.audio),,,north,skd://{tenant}/{content_id}",
            "c,\(Self.audio),,,,skd://{tenant}/{content_id}"
        )
        try workspace.batch("--set", "tenant=south").succeeds()
        #expect(try keyURI("results/a") == "skd://l.example/fps?cid=a")
        #expect(try keyURI("results/b") == "skd://north/b")
        #expect(try keyURI("results/c") == "skd://south/c")
    }

    @Test func `A column may be of the output alone`() throws {
        try workspace.manifest("content_id,input,series", "a,\(Self.audio),one")
        let arguments = [
            "batch", "titles.csv", "-o", "results/{series}-{season}/{content_id}", "--set", "season=2",
        ]
        try workspace.start(arguments).wait().succeeds()
        #expect(try keyURI("results/one-2/a") == "skd://a")
    }

    @Test func `A variable that no template has is refused`() throws {
        try workspace.manifest(
            "content_id,input,set,key-uri",
            "a,\(Self.audio),,skd://{tenant}/{content_id}",
            "b,\(Self.audio),,"
        )
        try workspace.batch("--set", "tennant=north").fails(64, "--set", "tennant", "tenant")
        try workspace.batch("--set", "secret").fails(64, "--set", "NAME=VALUE")
        try workspace.edit("titles.csv", "b,\(Self.audio),,", "b,\(Self.audio),tennant=x,")
        try workspace.batch("--set", "tenant=north").fails(64, "titles.csv:3", "tennant")
        #expect(try workspace.hasEmptyStore)
        try workspace.edit("titles.csv", "tennant", "tenant")
        try workspace.batch("--set", "tenant=north").succeeds()
        #expect(try keyURI("results/a") == "skd://north/a")
        #expect(try keyURI("results/b") == "skd://b")
    }

    @Test func `Results go where a column or a template of the output says`() throws {
        try workspace.manifest(
            "content_id,input,tenant,output",
            "a,\(Self.audio),north,",
            "b,\(Self.audio),,",
            "c,\(Self.audio),north,\(workspace.path("elsewhere/c"))"
        )
        let arguments = [
            "batch", "titles.csv", "-o", "results/{tenant}/{content_id}.hls", "--set", "tenant=south",
            "--key-uri", "skd://{tenant}/{content_id}",
        ]
        try workspace.start(arguments).wait().succeeds()
        #expect(try workspace.names(in: "results") == ["north", "south"])
        #expect(try keyURI("results/north/a.hls") == "skd://north/a")
        #expect(try keyURI("results/south/b.hls") == "skd://south/b")
        #expect(try keyURI("elsewhere/c") == "skd://north/c")
        #expect(try workspace.names(in: "elsewhere") == ["c"])
    }

    /// Protection options of the command line apply to the other titles; one in the row of a clear title
    /// contradicts.
    @Test(arguments: ["clear", "method"])
    func `A title that is left clear stands beside protected ones`(column: String) throws {
        let cell = column == "clear" ? "yes" : "none"
        try workspace.manifest(
            "content_id,input,\(column),key-per",
            "a,\(Self.audio),,",
            "b,\(Mezzanine.avc),\(cell),",
            "c,\(Mezzanine.avc),\(cell),type"
        )
        let report = try workspace.batchReport(
            "--method",
            "aes-128",
            "--template",
            "entitlement",
            "--entitlement-url",
            "https://l.example/fps",
            "--segment-duration",
            "2",
            status: 64
        )
        #expect(report.states == ["a": "published", "b": "published", "c": "failed"])
        #expect(try report.title("c").error?.contains("key-per") == true)
        try workspace.packageClear(Mezzanine.avc, to: "clear").succeeds()
        #expect(try workspace.tree("results/b") == workspace.tree("clear"))
        #expect(try workspace.listedKeys().map(\.contentId) == ["a"])
    }
}
