import Foundation
import Glibc
import Testing

/// Signals in the middle of a run: no partial result, and nothing lost.
@Suite(.serialized)
struct InterruptionTests {
    let workspace: Workspace
    /// The length of a segment in bytes: long enough that a run is still busy when the signal comes.
    static let segmentLength: UInt64 = 1 << 30

    init() throws {
        workspace = try Workspace()
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
        for index in 0..<4 {
            text += "#EXTINF:4,\nsegment\(index).ts\n"
            try workspace.write(Data(), to: "in/segment\(index).ts")
            try resize(index, to: Self.segmentLength)
        }
        try workspace.write(text + "#EXT-X-ENDLIST\n", to: "in/index.m3u8")
        try FileManager.default.createDirectory(
            atPath: workspace.path("results"),
            withIntermediateDirectories: true
        )
    }

    /// Resizes a segment, a sparse file of zeros that takes no room on the disk.
    private func resize(_ index: Int, to length: UInt64) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: workspace.path("in/segment\(index).ts")))
        try file.truncate(atOffset: length)
        try file.close()
    }

    private var arguments: [String] {
        [
            "protect", workspace.path("in/index.m3u8"), "-o", workspace.path("results/out"), "--content-id",
            "movie-42", "--method", "aes-128", "--report", workspace.path("report.json"),
        ]
    }

    /// Starts a run, and waits until it has encrypted a megabyte and has gigabytes to go.
    private func startedRun() throws -> ChildProcess {
        let run = try workspace.start(arguments)
        let deadline = ContinuousClock.now + .seconds(20)
        while run.isRunning, ContinuousClock.now < deadline {
            if try stagedBytes() > 1 << 20 { return run }
            usleep(2000)
        }
        let outcome = try run.wait(seconds: 1)
        Issue.record("the run ended before the signal: \(outcome.testDescription)")
        return run
    }

    private func stagedBytes() throws -> Int {
        let files = FileManager.default.subpaths(atPath: workspace.path("results")) ?? []
        return files.filter { $0.hasSuffix(".ts") }.reduce(0) { sum, file in
            let attributes = try? FileManager.default.attributesOfItem(
                atPath: workspace.path("results/" + file)
            )
            return sum + ((attributes?[.size] as? Int) ?? 0)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `A run that is asked to stop ends soon and leaves nothing`(signal: Int32) throws {
        let run = try startedRun()
        let signalTime = ContinuousClock.now
        run.send(signal)
        let outcome = try run.wait(seconds: 20)
        #expect(signalTime.duration(to: .now) < .seconds(5))
        outcome.fails(75)
        #expect(outcome.output.isEmpty)
        #expect(try workspace.names(in: "results").isEmpty)
        let report = try JSONSerialization.jsonObject(with: workspace.data("report.json")) as? [String: Any]
        #expect(report?["status"] as? Int == 75)
        #expect(report?["outcome"] as? String == "failed")
        try expectSameKeyNextTime()
    }

    @Test func `A killed run leaves no result, and the next run collects its stage`() throws {
        let run = try startedRun()
        run.send(SIGKILL)
        #expect(try run.wait(seconds: 20).status == -SIGKILL)
        let left = try workspace.names(in: "results")
        #expect(!left.contains("out"))
        #expect(left.count == 1, "the stage should be there, or the test proves nothing")
        try expectSameKeyNextTime()
    }

    /// Expects that the next run, of a shorter film, uses the key that the first run stored before
    /// encrypting.
    private func expectSameKeyNextTime() throws {
        let keys = try workspace.records().map(\.key)
        #expect(keys.count == 1)
        for index in 0..<4 { try resize(index, to: 188) }
        try workspace.start(arguments).wait().succeeds()
        #expect(try workspace.records().map(\.key) == keys)
        #expect(try workspace.names(in: "results") == ["out"])
        #expect(try workspace.names(in: "results/out").count == 5)
    }

    @Test func `A stage of a run that lives is left alone`() throws {
        let run = try startedRun()
        try workspace.protect(Sample.packedAudio.path, to: "results/other", id: "other").succeeds()
        #expect(run.isRunning)
        #expect(try stagedBytes() > 1 << 20)
        #expect(try workspace.names(in: "results").count == 2)
        run.send(SIGTERM)
        #expect(try run.wait(seconds: 20).status == 75)
        #expect(try workspace.names(in: "results") == ["other"])
    }

    @Test func `verify is interrupted too`() throws {
        let run = try workspace.start(["verify", workspace.path("in/index.m3u8")])
        let deadline = ContinuousClock.now + .seconds(20)
        while run.isRunning, !run.hasOpened("segment0.ts"), ContinuousClock.now < deadline { usleep(2000) }
        run.send(SIGTERM)
        try run.wait(seconds: 20).fails(75)
    }
}
