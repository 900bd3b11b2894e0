import Foundation
import Testing

/// The two commands that protect media, each with a title of several track classes.
enum ProtectingJob: String, CaseIterable {
    case protect, package

    static let title = "movie-42"

    /// The playlist of the result, in the folder `out`.
    var playlist: String { self == .protect ? "out/multivariant.m3u8" : "out/main.m3u8" }

    /// The track classes of the media: video of 240 and of 720 lines, or of 240 alone, and audio.
    var tracks: Set<String> { self == .protect ? ["audio", "hd", "sd"] : ["audio", "sd"] }

    /// Protects the media of the job into `out`, with these additional options.
    @discardableResult
    func run(in workspace: Workspace, _ options: [String]) throws -> Outcome {
        switch self {
        case .protect:
            let playlist = Sample.fragmentedMP4.path
            return try workspace.start(["protect", playlist, "-o", workspace.path("out")] + options).wait()
        case .package: return try workspace.package([Mezzanine.avc], options)
        }
    }

    /// Verifies the result against the clear presentation.
    func verify(in workspace: Workspace) throws -> Outcome {
        let source: String
        switch self {
        case .protect: source = Sample.fragmentedMP4.path
        case .package:
            try workspace.packageClear(Mezzanine.avc).succeeds()
            source = workspace.path("clear/main.m3u8")
        }
        return try workspace.verify(playlist, "--source", source)
    }
}
