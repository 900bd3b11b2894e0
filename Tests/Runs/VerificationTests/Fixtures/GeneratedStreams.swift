import Foundation
import Testing

/// Streams that are too large for SampleMedia, generated once for all tests by `Scripts/make-sample-streams`.
enum GeneratedStreams: String, CaseIterable {
    /// H.264 and AC-3; each syncframe has a CRC.
    case ac3
    /// AC-3 of DVB whose first program map has less information than later ones.
    case ac3DVB = "ac3-dvb"
    /// Pictures that encryption extends by whole packets, as byte ranges of one file, and their I-frames.
    case growing
    /// AC-3 after ID3 tags.
    case packedAC3 = "packed-ac3"
    /// Packets of 192 bytes.
    case packetsOf192 = "packets-of-192"
    /// H.264 and AAC with ID3, teletext, DVB subtitles, KLV, SCTE-35 and null packets.
    case privateStreams = "private-streams"
    /// Only the EXT-X-MAP section has program tables.
    case tablesInMap = "tables-in-map"

    private static let folder = Result { try make(allCases.map(\.rawValue), in: "verification-streams") }

    /// Generates streams in a folder of this process, and returns its path.
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

    /// Returns the path of the multivariant playlist, or of the media playlist if there is no other.
    func playlist() throws -> String {
        let folder = try Self.folder.get() + "/" + rawValue
        let multivariant = folder + "/multivariant.m3u8"
        return FileManager.default.fileExists(atPath: multivariant) ? multivariant : folder + "/index.m3u8"
    }
}

extension Title {
    /// Creates a title of a generated stream, protected into `out`.
    convenience init(stream: GeneratedStreams, _ options: ProtectionOptions) throws {
        try self.init()
        try protect(stream.playlist(), options)
    }
}
