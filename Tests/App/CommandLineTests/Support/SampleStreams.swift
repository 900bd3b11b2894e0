import Foundation
import Testing

/// Streams that encoders do not make and SampleMedia lacks, generated once by `Scripts/make-sample-streams`.
enum SampleStreams {
    /// Pictures that grow by whole packets when encrypted, as byte ranges of one file, and their I-frames.
    static let growing = "growing"
    /// A stream whose program tables are in EXT-X-MAP alone.
    static let tablesInMap = "tables-in-map"
    /// A stream in packets of 192 bytes.
    static let packetsOf192 = "packets-of-192"
    /// AC-3 as packed audio, after ID3 tags.
    static let packedAC3 = "packed-ac3"
    /// HEVC video and AAC audio.
    static let hevc = "hevc"
    /// H.264 video and MPEG audio.
    static let mpegAudio = "mpeg-audio"

    private static let folder = Result {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "fairlead-streams-\(ProcessInfo.processInfo.processIdentifier)"
        )
        let script = TestPaths.samples + "/../Scripts/make-sample-streams"
        let names = [growing, tablesInMap, packetsOf192, packedAC3, hevc, mpegAudio]
        let outcome = try ChildProcess(script, [folder.path] + names).wait(seconds: 300)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return folder.resolvingSymlinksInPath().path
    }

    /// Returns the path of the stream's multivariant playlist, or of its media playlist if it is audio alone.
    static func playlist(_ name: String) throws -> String {
        let folder = try folder.get() + "/" + name
        let multivariant = folder + "/multivariant.m3u8"
        return FileManager.default.fileExists(atPath: multivariant) ? multivariant : folder + "/index.m3u8"
    }

    /// Returns a file of a stream.
    static func data(_ stream: String, _ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: try folder.get() + "/\(stream)/\(name)"))
    }
}
