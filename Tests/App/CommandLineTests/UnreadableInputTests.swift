import Foundation
import Glibc
import Testing

/// Unreadable files in place of a playlist, an initialization section or a segment: each command names the
/// file and ends.
struct UnreadableInputTests {
    /// A fault of a file: another object in its place, no permission, or no content.
    enum Fault: String, CaseIterable, Sendable {
        case missing
        case folder
        case pipe
        case device
        case linkToItself = "link to itself"
        case denied
        case empty

        func apply(to path: String) throws {
            let files = FileManager.default
            switch self {
            case .denied:
                try files.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
                return
            case .empty:
                try Data().write(to: URL(filePath: path))
                return
            default: try files.removeItem(atPath: path)
            }
            switch self {
            case .folder: try files.createDirectory(atPath: path, withIntermediateDirectories: false)
            case .pipe: try #require(unsafe mkfifo(path, 0o666) == 0)
            case .device: try files.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
            case .linkToItself: try files.createSymbolicLink(atPath: path, withDestinationPath: path)
            default: break
            }
        }
    }

    /// A file of a sample that a fault replaces.
    struct Part: Sendable, CustomTestStringConvertible {
        let sample: Sample
        let file: String
        var isPlaylist: Bool { file.hasSuffix(".m3u8") }
        var testDescription: String { "\(sample)/\(file)" }

        init(_ sample: Sample, _ file: String) {
            self.sample = sample
            self.file = file
        }
    }

    static let parts = [
        Part(.transportStream, "multivariant.m3u8"), Part(.transportStream, "video/240p/index.m3u8"),
        Part(.transportStream, "video/240p/segment1.ts"), Part(.transportStream, "subtitles/en/segment1.vtt"),
        Part(.fragmentedMP4, "video/240p/init.mp4"), Part(.fragmentedMP4, "video/240p/segment1.m4s"),
        Part(.fragmentedMP4Ranges, "main.mp4"), Part(.packedAudio, "8.aac"),
    ]

    /// The exit statuses for malformed input, unreadable input, a tree that does not hold, and denied access.
    private static let refusals: Set<Int32> = [65, 66, 69, 77]

    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func commands(_ playlist: String) throws -> [[String]] {
        try workspace.write("input,content_id\n\(playlist),movie-42\n", to: "titles.csv")
        let keys = ["--method", "aes-128", "--key-uri", "https://keys.example.com/{key_id}"]
        let batch = ["batch", workspace.path("titles.csv"), "-o", workspace.path("all/{content_id}")] + keys
        return [
            ["verify", playlist, "--clear"], ["inspect", playlist, "--media"],
            ["protect", playlist, "-o", workspace.path("out"), "--content-id", "movie-42"] + keys, batch,
        ]
    }

    private func run(_ arguments: [String], _ fault: Fault) throws -> Outcome {
        fault == .denied ? try workspace.asStranger(arguments) : try workspace.start(arguments).wait()
    }

    @Test(arguments: parts, Fault.allCases)
    func `What cannot be read is named`(part: Part, fault: Fault) throws {
        let playlist = try workspace.copy(part.sample)
        try fault.apply(to: workspace.path("in/" + part.file))
        // With `denied` another user runs the commands, and only our user may read the key store.
        for arguments in try commands(playlist).prefix(fault == .denied ? 2 : 4) {
            let outcome = try run(arguments, fault)
            let output = outcome.text + outcome.errors
            // `inspect` shows what it can read, and whole segments may be empty.
            let isShown = arguments[0] == "inspect" && !part.file.hasPrefix("multivariant")
            let isTaken = fault == .empty && !part.isPlaylist && ["protect", "batch"].contains(arguments[0])
            #expect(
                Self.refusals.contains(outcome.status) || outcome.status == 0 && (isShown || isTaken),
                "\(arguments[0]): \(outcome)"
            )
            if outcome.status != 0 || isShown {
                let name = (part.file as NSString).lastPathComponent
                #expect(output.contains(name) || output.contains("/dev/"), "\(arguments[0]): \(outcome)")
            }
            #expect(!output.contains("Invalid argument"), "\(output)")
        }
        #expect(!workspace.exists("out") || fault == .empty)
    }
}
