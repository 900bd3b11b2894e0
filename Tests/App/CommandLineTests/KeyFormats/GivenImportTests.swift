import Foundation
import Testing

/// Facts that key files lack and options of `keys import` state: key ids, and the URI and track of each of
/// several keys.
struct GivenImportTests {
    static let title = "movie-42"

    /// A format, and the facts that have to be stated for each of several keys.
    struct Format: Sendable, CustomTestStringConvertible {
        let name: String
        var sample = Sample.fragmentedMP4
        var namesTitle = false
        var namesURIs = false
        var namesTracks = false
        var wrapping: [String] = []

        var testDescription: String { name }

        func reading(_ records: [KeyRecord]) -> [String] {
            var options = namesTitle ? ["--content-id", title] : []
            for record in records {
                if namesURIs { options += ["--key-uri", "\(record.keyId)=\(record.keyUri ?? "")"] }
                if namesTracks { options += ["--track", "\(record.keyId)=\(record.track)"] }
            }
            return options + wrapping
        }
    }

    static let several = [
        Format(name: "jsonl"), Format(name: "csv"), Format(name: "cpix-2.3"), Format(name: "cpix-2.4"),
        Format(name: "speke-2"),
        // A format without key ids; transport streams have none either.
        Format(name: "fps-sdk", sample: .transportStream, namesTitle: true),
        // HD and SD both have the stream type VIDEO.
        Format(name: "drmtoday", namesURIs: true, namesTracks: true),
        Format(name: "skm", namesURIs: true, wrapping: ["--wrap-key", "wrap.key", "--wrap-key-id", "ours"]),
        Format(name: "shaka", namesTitle: true, namesURIs: true),
    ]

    /// Protects a title in a new workspace, and exports its keys to `keys.out`.
    private func exported(_ format: String, _ sample: Sample, _ protecting: [String], _ writing: [String])
        throws -> Workspace
    {
        let workspace = try Workspace()
        try workspace.write("000102030405060708090a0b0c0d0e0f\n", to: "wrap.key")
        try workspace.protectSamples(sample.path, id: Self.title, protecting).succeeds()
        // Records for fps-sdk need a content type, even if the key is for all tracks.
        let policy = ["keys", "policy", "--content-id", Self.title, "--content-type", "hd"]
        if format == "fps-sdk", protecting.isEmpty { try workspace.start(policy).wait().succeeds() }
        let export = ["keys", "export", "--as", format, "-o", "keys.out", "--content-id", Self.title]
        let plain = format == "skm" ? [] : ["--allow-plaintext"]
        try workspace.start(export + writing + plain).wait().succeeds()
        return workspace
    }

    /// Returns a workspace with an empty store and the file that it is going to import.
    private func receiver(of workspace: Workspace) throws -> Workspace {
        let other = try Workspace(.fresh)
        for name in ["keys.out", "wrap.key"] { try other.writeSecret(workspace.data(name), to: name) }
        return other
    }

    @Test(arguments: several)
    func `A title of several keys is verified with the keys of another store`(_ format: Format) throws {
        let workspace = try exported(
            format.name,
            format.sample,
            ["--template", "content-id-track"],
            format.wrapping
        )
        let records = try workspace.records()
        #expect(Set(records.map(\.track)) == ["audio", "hd", "sd"])
        let other = try receiver(of: workspace)
        let arguments = ["keys", "import", "--as", format.name, "keys.out"] + format.reading(records)
        try other.start(arguments).wait().succeeds()
        let imported = try other.records()
        #expect(imported.map(\.track) == records.map(\.track))
        #expect(imported.map(\.key) == records.map(\.key))
        #expect(imported.map(\.iv) == records.map(\.iv))
        #expect(imported.map(\.keyUri) == records.map(\.keyUri))
        try other.start(["verify", workspace.path("out/multivariant.m3u8")]).wait().succeeds()
    }

    /// A format without key ids, the options that write it, and whether the file has the IV and the URI.
    static let withoutIDs: [(name: String, writing: [String], hasIV: Bool, hasURI: Bool)] = [
        ("fps-sdk", [], true, true), ("key-file", ["--with-iv"], true, false), ("key-file", [], false, false),
    ]

    /// Initialization sections of fragmented MP4 name the key id, so a key under another id does not match.
    @Test(arguments: withoutIDs)
    func `A key without an id is told the one that the media name`(
        name: String,
        writing: [String],
        hasIV: Bool,
        hasURI: Bool
    ) throws {
        let workspace = try exported(name, .fragmentedMP4, [], writing)
        let record = try #require(try workspace.records().first)
        var arguments = ["keys", "import", "--as", name, "keys.out", "--content-id", Self.title]
        arguments += ["--track", record.track]
        if name == "key-file", hasIV { arguments += ["--method", "sample-aes"] }
        if !hasIV { arguments += ["--iv", record.iv] }
        if !hasURI { arguments += ["--key-uri", try #require(record.keyUri)] }
        let nameless = try receiver(of: workspace)
        try nameless.start(arguments).wait().succeeds()
        let unlike = try nameless.start(["verify", workspace.path("out/multivariant.m3u8")]).wait()
        #expect(unlike.status == 69)
        #expect(unlike.text.contains("default_KID"))
        let named = try receiver(of: workspace)
        try named.start(arguments + ["--key-id", record.keyId]).wait().succeeds()
        try named.start(["verify", workspace.path("out/multivariant.m3u8")]).wait().succeeds()
    }
}
