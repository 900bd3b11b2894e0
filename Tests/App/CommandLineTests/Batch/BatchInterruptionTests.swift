import Foundation
import Glibc
import TestRandomness
import Testing

/// Signals in the middle of a batch, and two processes of one batch.
@Suite(.serialized)
struct BatchInterruptionTests {
    let workspace: Workspace
    /// The playlist of every film in these tests.
    private static let playlist =
        "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nsegment.ts\n#EXT-X-ENDLIST\n"

    init() throws { workspace = try Workspace() }

    private func states(_ options: String...) throws -> Set<String> {
        let report = try workspace.start(Workspace.batchWords(options)).wait().succeeds().json(
            BatchReport.self
        )
        return Set(report.states.values)
    }

    /// Writes a film with a sparse segment of zeros, which takes no room on the disk.
    private func writeFilm(_ length: UInt64) throws {
        try workspace.write(Self.playlist, to: "film/index.m3u8")
        try workspace.write(Data(), to: "film/segment.ts")
        let file = try FileHandle(forWritingTo: URL(filePath: workspace.path("film/segment.ts")))
        try file.truncate(atOffset: length)
        try file.close()
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `A batch that is asked to stop keeps what was published`(signal: Int32) throws {
        try writeFilm(16 << 30)
        let audio = Sample.packedAudio.path
        try workspace.manifest(
            "content_id,input",
            "short,\(audio)",
            "long,film/index.m3u8",
            "never,\(audio)"
        )
        let options = ["--method", "aes-128", "--workers", "1"]
        let run = try workspace.start(Workspace.batchWords(options))
        let deadline = ContinuousClock.now + .seconds(20)
        while run.isRunning, !run.hasOpened("segment.ts"), ContinuousClock.now < deadline { usleep(2000) }
        let short = try workspace.identities("results/short")
        let signalTime = ContinuousClock.now
        run.send(signal)
        let outcome = try run.wait(seconds: 20)
        #expect(signalTime.duration(to: .now) < .seconds(5))
        #expect(outcome.status == 75, "\(outcome.testDescription)")
        let report = try outcome.json(BatchReport.self)
        #expect(report.states == ["short": "published", "long": "interrupted", "never": "waiting"])
        #expect(try workspace.names(in: "results") == ["short"])
        let status = try workspace.batchStatus().mapValues(\.state)
        #expect(status == ["short": "published", "long": "waiting", "never": "waiting"])
        // The next run, of a shorter film, continues where this one stopped, and uses the existing keys.
        let keys = try workspace.listedKeys()
        #expect(keys.map(\.contentId).sorted() == ["long", "short"])
        try writeFilm(188)
        let next = try workspace.start(Workspace.batchWords(options)).wait().succeeds().json(BatchReport.self)
        #expect(next.states == ["short": "current", "long": "published", "never": "published"])
        #expect(try workspace.identities("results/short") == short)
        #expect(try workspace.listedKeys().isSuperset(of: keys))
        #expect(try workspace.listedKeys().count == 3)
    }

    /// A title that was seen as published never changes again, however often a run is killed.
    @Test func `Killed at any moment, a batch loses and repeats nothing`() throws {
        let ids = (0..<200).map { "t\($0)" }
        let kinds = [
            "\(Sample.packedAudio.path),,", "\(Mezzanine.avc),,2",
            "\(Sample.transportStreamRanges.path),aes-128,",
        ]
        let rows = ids.enumerated().map { "\($1),\(kinds[$0 % kinds.count])" }
        // `segment-duration` is an option of `package`, so its cells are empty for playlists.
        try workspace.manifest("content_id,input,method,segment-duration", rows)
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        print("killed at moments of seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var published: [String: [String: FileIdentity]] = [:]
        for round in 0..<5 {
            let run = try workspace.start(Workspace.batchWords(["--workers", "3"]))
            usleep(.random(in: 10_000...200_000, using: &random))
            run.send(SIGKILL)
            let status = try run.wait().status
            // On a fast machine a later run may finish before it is killed.
            #expect(status == -SIGKILL || round > 0 && status == 0, "round \(round): \(status)")
            try expectUnchanged(published)
            for id in ids where workspace.exists("results/" + id) {
                published[id] = try workspace.identities("results/" + id)
            }
        }
        let report = try workspace.batchReport()
        for (id, state) in report.states {
            #expect(state == (published[id] == nil ? "published" : "current"), "\(id)")
        }
        try expectUnchanged(published)
        #expect(workspace.stages().isEmpty)
        #expect(try workspace.names(in: "results") == ids.sorted())
        #expect(try workspace.listedKeys().map(\.contentId).sorted() == ids.sorted())
        #expect(try Set(workspace.batchReport("--check").states.values) == ["holds"])
    }

    private func expectUnchanged(_ published: [String: [String: FileIdentity]]) throws {
        for (id, files) in published { #expect(try workspace.identities("results/" + id) == files, "\(id)") }
    }

    @Test func `Two processes of one batch come to one result`() throws {
        let ids = (0..<12).map { "t\($0)" }
        try workspace.manifest("content_id,input", ids.map { "\($0),\(Sample.packedAudio.path)" })
        let runs = try (0..<2).map { _ in try workspace.start(Workspace.batchWords(["--workers", "2"])) }
        for run in runs {
            let outcome = try run.wait()
            #expect(outcome.status == 0, "\(outcome.testDescription)")
            let states = try outcome.json(BatchReport.self).states
            #expect(Set(states.values).isSubset(of: ["published", "unchanged", "current"]))
        }
        #expect(try workspace.listedKeys().map(\.contentId).sorted() == ids.sorted())
        #expect(workspace.stages().isEmpty)
        let results = try workspace.identities("results")
        #expect(try states() == ["current"])
        #expect(try states("--check") == ["holds"])
        #expect(try workspace.identities("results") == results)
    }
}
