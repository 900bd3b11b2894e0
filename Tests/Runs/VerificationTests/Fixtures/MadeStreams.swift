import Foundation
import Testing

/// Streams that SampleMedia has no room for, made once for all tests by `Scripts/make-sample-streams`.
enum MadeStreams: String, CaseIterable {
    /// AC-3 beside H.264; each syncframe has a CRC.
    case ac3
    /// AC-3 of DVB whose first program map says less than the later ones.
    case ac3DVB = "ac3-dvb"
    /// Pictures that grow by whole packets when they are encrypted, as byte ranges of one file, and their I-frames.
    case growing
    /// AC-3 behind ID3 tags.
    case packedAC3 = "packed-ac3"
    /// Packets of 192 bytes.
    case packetsOf192 = "packets-of-192"
    /// Beside H.264 and AAC: ID3, teletext, DVB subtitles, KLV, SCTE-35, null packets.
    case privateStreams = "private-streams"
    /// The program tables stand in the EXT-X-MAP alone.
    case tablesInMap = "tables-in-map"

    private static let folder = Result { try make(allCases.map(\.rawValue), in: "verification-streams") }

    /// Makes streams in a folder of this process, and returns its path.
    static func make(_ names: [String], in name: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "\(name)-\(ProcessInfo.processInfo.processIdentifier)"
        )
        let process = Process()
        process.executableURL = URL(filePath: Title.samples + "/../Scripts/make-sample-streams")
        process.arguments = [folder.path] + names
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return folder.resolvingSymlinksInPath().path
    }

    /// The multivariant playlist; of audio and of video without I-frames the media playlist.
    func playlist() throws -> String {
        let folder = try Self.folder.get() + "/" + rawValue
        let multivariant = folder + "/multivariant.m3u8"
        return FileManager.default.fileExists(atPath: multivariant) ? multivariant : folder + "/index.m3u8"
    }
}

extension Title {
    /// A stream, protected into `out`.
    convenience init(stream: MadeStreams, _ options: ProtectionOptions) throws {
        try self.init()
        try protect(stream.playlist(), options)
    }
}
