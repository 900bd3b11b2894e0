import Foundation
import Glibc
import Testing

/// Signals in the middle of a run of SAMPLE-AES.
@Suite(.serialized)
struct SampleAESInterruptionTests {
    let workspace: Workspace

    /// Writes four hard links to one segment, which null packets make long enough that a run stays busy.
    init() throws {
        workspace = try Workspace()
        let null = Data([0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0xFF, count: 184))
        var segment = try Data(contentsOf: URL(filePath: TestPaths.samples + "/ts/video/240p/segment0.ts"))
        segment.append(contentsOf: repeatElement(null, count: 200_000).joined())
        try workspace.write(segment, to: "in/segment0.ts")
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
        for index in 0..<4 {
            text += "#EXTINF:4,\nsegment\(index).ts\n"
            guard index > 0 else { continue }
            try FileManager.default.linkItem(
                atPath: workspace.path("in/segment0.ts"),
                toPath: workspace.path("in/segment\(index).ts")
            )
        }
        try workspace.write(text + "#EXT-X-ENDLIST\n", to: "in/index.m3u8")
        try workspace.write(Data(), to: "results/other")
    }

    /// Starts a run, and waits until it writes its first segment.
    private func startedRun() throws -> ChildProcess {
        let run = try workspace.start([
            "protect", workspace.path("in/index.m3u8"), "-o", workspace.path("results/out"), "--content-id",
            "movie-42", "--jobs", "1",
        ])
        let deadline = ContinuousClock.now + .seconds(20)
        while run.isRunning, ContinuousClock.now < deadline {
            if FileManager.default.subpaths(atPath: workspace.path("results"))?.contains(where: {
                $0.hasSuffix("/segment0.ts")
            }) == true {
                return run
            }
            usleep(1000)
        }
        Issue.record("the run ended before the signal: \(try run.wait(seconds: 1).testDescription)")
        return run
    }

    @Test(arguments: [(SIGTERM, Int32(75)), (SIGKILL, -SIGKILL)])
    func `A run that is stopped leaves no result, and the next one cleans up`(
        signal: Int32,
        status: Int32
    ) throws {
        let run = try startedRun()
        run.send(signal)
        #expect(try run.wait(seconds: 20).status == status)
        #expect(!workspace.exists("results/out"))
        let keys = try workspace.records().map(\.key)
        #expect(keys.count == 1)
        let segment = try workspace.data("in/segment0.ts").prefix(188 * 219)
        for index in 0..<4 {
            try workspace.remove("in/segment\(index).ts")
            try workspace.write(Data(segment), to: "in/segment\(index).ts")
        }
        try workspace.protectSamples(workspace.path("in/index.m3u8"), to: "results/out").succeeds()
        #expect(try workspace.records().map(\.key) == keys)
        #expect(try workspace.names(in: "results") == ["other", "out"])
    }
}
