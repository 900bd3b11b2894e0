import Foundation
import Testing

/// The mezzanines of `SampleMedia`: 4 s, key frames every 2 s.
enum Mezzanine {
    static let avc = path("h264-aac.mp4")
    static let avcAC3 = path("h264-ac3.mp4")
    static let avcEAC3 = path("h264-eac3.mp4")
    static let hevc = path("hevc-aac.mp4")

    static func path(_ name: String) -> String { TestPaths.samples + "/mezzanines/" + name }
}

extension Workspace {
    /// Runs `package INPUTS... -o OUTPUT --segment-duration 2 MORE...`, with OUTPUT in the workspace.
    func package(_ inputs: [String], to output: String = "out", _ more: [String]) throws -> Outcome {
        try start(["package"] + inputs + ["-o", path(output), "--segment-duration", "2"] + more).wait()
    }

    /// Runs the same for one input, with `--clear`.
    func packageClear(
        _ input: String,
        to output: String = "clear",
        _ more: String...
    ) throws -> Outcome {
        try package([input], to: output, ["--clear"] + more)
    }
}
