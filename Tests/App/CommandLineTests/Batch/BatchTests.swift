import Foundation
import Testing

/// `batch`: each title of a manifest gives the result that `protect` or `package` would give.
struct BatchTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// A kind of title: the cells of its row, and the playlist of its result.
    private struct Kind {
        let id: String
        let input: String
        var method = ""
        var clear = ""
        let playlist: String
        /// The clear presentation to compare the result with, or nil to compare with `package --clear` of the
        /// inputs.
        var source: String?

        var inputs: [String] { input.split(separator: "\n").map(String.init) }
        var row: String { "\"\(input)\",\(id),\(method),\(clear)" }

        static func sample(_ id: String, _ sample: Sample, _ method: String = "") -> Kind {
            Kind(
                id: id,
                input: sample.path,
                method: method,
                playlist: sample.playlist,
                source: sample.path
            )
        }

        static func mezzanines(_ id: String, _ inputs: String..., clear: String = "no") -> Kind {
            Kind(id: id, input: inputs.joined(separator: "\n"), clear: clear, playlist: "main.m3u8")
        }
    }

    @Test func `Titles of all containers come out whole, with one key each`() throws {
        let subtitles = workspace.path("fr.vtt") + ":language=fr,name=French"
        try workspace.write("WEBVTT\n\n00:01.000 --> 00:03.000\nOver a boundary.\n", to: "fr.vtt")
        let kinds: [Kind] = [
            .sample("ts", .transportStream),
            .sample("ts-aes", .transportStream, "aes-128"),
            .sample("fmp4", .fragmentedMP4),
            .sample("fmp4-ctr", .fragmentedMP4, "sample-aes-ctr"),
            .sample("ts-ranges", .transportStreamRanges),
            .sample("fmp4-ranges", .fragmentedMP4Ranges, "aes-128"),
            .sample("packed", .packedAudio),
            .mezzanines("one", Mezzanine.avc),
            .mezzanines("several", Mezzanine.avc, subtitles),
            .mezzanines("clear", Mezzanine.avc, subtitles, clear: "yes"),
        ]
        let columns = "input,content_id,method,clear"
        try workspace.manifest(columns, kinds.map(\.row))
        let report = try workspace.batchReport()
        #expect(Set(report.states.values) == ["published"])
        #expect(report.titles.map(\.contentId) == kinds.map(\.id))
        #expect(try Set(workspace.batchReport("--check").states.values) == ["holds"])
        for kind in kinds { try verify(kind) }
        let ids = try workspace.listedKeys().map(\.contentId)
        #expect(ids.sorted() == kinds.map(\.id).filter { $0 != "clear" }.sorted())
        #expect(workspace.stages().isEmpty)
        #expect(try workspace.names(in: "results") == kinds.map(\.id).sorted())
    }

    private func verify(_ kind: Kind) throws {
        let result = "results/\(kind.id)/\(kind.playlist)"
        var source = kind.source
        if source == nil {
            let clear = "clear-" + kind.id
            let arguments = ["package"] + kind.inputs + ["-o", workspace.path(clear), "--clear"]
            try workspace.start(arguments).wait().succeeds()
            if kind.clear == "yes" {
                #expect(try workspace.tree("results/" + kind.id) == workspace.tree(clear))
                return
            }
            source = workspace.path(clear + "/" + kind.playlist)
        }
        let outcome = try workspace.verify(result, "--source", #require(source))
        #expect(outcome.status == 0, "\(kind.id): \(outcome.testDescription)")
    }

    @Test func `The three formats of manifests give the same`() throws {
        let (audio, mezzanine) = (Sample.packedAudio.path, Mezzanine.avc)
        try workspace.manifest(
            "content-id,input,segment-duration,clear",
            "a,\(audio),,",
            "\"b, \"\"c\"\"\",\(mezzanine),2,no",
            "d,\(mezzanine),,yes"
        )
        try workspace.write(
            """
            {"content_id": "a", "input": "\(audio)"}
            {"input": ["\(mezzanine)"], "content_id": "b, \\"c\\"", "segment_duration": 2, "clear": false}
            {"input": "\(mezzanine)", "content_id": "d", "clear": true}
            """,
            to: "titles.jsonl"
        )
        try workspace.write(
            """
            defaults: {clear: no}
            titles:
              - {content_id: a, input: \(audio)}
              - {content_id: 'b, "c"', input: [\(mezzanine)], segment-duration: 2}
              - {content_id: d, input: \(mezzanine), clear: yes}
            """,
            to: "titles.yaml"
        )
        for ending in ["csv", "jsonl", "yaml"] {
            let arguments = ["batch", "titles." + ending, "-o", ending + "/{content_id}"]
            try workspace.start(arguments).wait().succeeds()
            #expect(try workspace.tree(ending) == workspace.tree("csv"), "\(ending)")
        }
        #expect(try workspace.names(in: "csv") == ["a", "b, \"c\"", "d"])
        #expect(try workspace.records().count == 2)
        // The manifest may change its format: the titles stay current, because their digests do not depend on
        // it.
        for ending in ["jsonl", "yaml"] {
            let arguments = ["batch", "titles." + ending, "-o", "csv/{content_id}", "--format", "json"]
            let report = try workspace.start(arguments).wait().json(BatchReport.self)
            #expect(Set(report.states.values) == ["current"], "\(ending)")
        }
    }

    @Test func `Results are those of protect and package`() throws {
        let options = [
            "--key-uri", "skd://acme/{content_id}", "--method", "aes-128", "--iv-mode", "constant",
        ]
        try workspace.manifest(
            "content_id,input",
            "a,\(Sample.fragmentedMP4.path)",
            "b,\(Mezzanine.avc)"
        )
        try workspace.start(Workspace.batchWords(options)).wait().succeeds()
        for (id, arguments) in [
            ("a", ["protect", Sample.fragmentedMP4.path]), ("b", ["package", Mezzanine.avc]),
        ] {
            try workspace.start(arguments + ["-o", "alone/" + id, "--content-id", id] + options).wait()
                .succeeds()
        }
        #expect(try workspace.tree("results") == workspace.tree("alone"))
    }
}
