import Foundation
import Testing

/// Segments are encrypted side by side, as far as the limit of open files allows.
struct OpenFileTests {
    let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
        for index in 0..<60 {
            text += "#EXTINF:4,\nsegment\(index).ts\n"
            try workspace.write(
                Data(repeating: UInt8(index), count: 40_000 + index),
                to: "in/segment\(index).ts"
            )
        }
        try workspace.write(text + "#EXT-X-ENDLIST\n", to: "in/index.m3u8")
    }

    /// With 16 lanes on each of two threads, segments alone would need 64 open files.
    @Test(arguments: [24, 32, 48, 60])
    func `A limit of open files makes no difference`(limit: Int) throws {
        let arguments = [
            "protect", workspace.path("in/index.m3u8"), "--content-id", "movie-42", "--method", "aes-128",
            "--jobs", "2", "--output",
        ]
        try workspace.start(arguments + [workspace.path("free")]).wait().succeeds()
        let limited = try ChildProcess(
            "/bin/sh",
            ["-c", "ulimit -n \"$0\" && exec \"$@\"", String(limit), TestPaths.fairlead]
                + arguments + [workspace.path("limited")],
            environment: workspace.environment,
            in: workspace.folder
        )
        try limited.wait().succeeds()
        #expect(try workspace.tree("limited") == workspace.tree("free"))
    }
}
