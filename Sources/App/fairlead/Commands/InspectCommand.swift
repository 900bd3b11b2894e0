import ArgumentParser
import CommandLineParts
import Failures
import Inspection
import Presentations
import ReportTexts

/// The command `fairlead inspect`.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract:
            "Show what is in a playlist and all playlists that it names, in a media file or a CPIX document.",
        discussion: """
            For a playlist it shows the tree, the keys in force over time, and the findings of the linter, with --media also \
            the properties of the media; for a transport stream or packed audio: programs, streams, protection, counters, \
            timestamps and faults; for MP4 (movies, initialization sections, segments): tracks, protection, fragments, boxes \
            and faults; for a CPIX document: its keys (never their bytes), key systems, rules, recipients and signers. \
            Nothing is decrypted and no key store is needed. Ends with 0 even if something is wrong with the playlist or \
            the media; use verify to check them.

            EXAMPLES
              fairlead inspect out/multivariant.m3u8 --media --format json
              fairlead inspect out/video/segment0.ts
              fairlead inspect out/video/init.mp4
              fairlead inspect keys.xml
            """
    )

    @Argument(help: "A multivariant or media playlist, a transport stream, packed audio, MP4, or CPIX.")
    var file: String

    @Option(
        help: ArgumentHelp("The folder that no URI may leave. Default: the playlist's.", valueName: "dir")
    )
    var root: String?

    @Flag(help: "Look at the media, too: sizes, durations, codecs, pictures.")
    var media = false

    @Flag(help: "Leave the linter out.")
    var noLint = false

    @Option(help: "Worker threads, at most \(JobCount.maximum). Default: all cores.")
    var jobs: Int?

    @OptionGroup(title: "Variables")
    var variables: QueryOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    func validate() throws {
        try JobCount.validate(jobs)
    }

    mutating func run() throws {
        let cancellation = Cancellation()
        let progress = messages.begin()
        try Interruption.start(cancelling: cancellation)
        if let kind = MediaFileInspector.Kind.sniff(file) {
            return try inspectMedia(as: kind, progress, cancellation)
        }
        if FileKind.sniff(file) == .cpix { return try inspectCPIX() }
        let tree = try readTree()
        let measurements =
            media
            ? try PresentationMeasurer().measure(
                tree,
                jobs: JobCount.count(jobs),
                progress: progress,
                cancellation: cancellation
            ) : [:]
        let inspection = PlaylistInspector(tree, measurements: measurements).inspection(runsLinter: !noLint)
        try messages.write(inspection, text: InspectionText.text)
    }

    private func inspectMedia(
        as kind: MediaFileInspector.Kind,
        _ progress: any ProgressSink,
        _ cancellation: Cancellation
    ) throws {
        let inspection = try MediaFileInspector(path: file).inspect(
            as: kind,
            progress: progress,
            cancellation: cancellation
        )
        try messages.write(inspection, text: MediaFileText.text)
    }

    private func inspectCPIX() throws {
        try messages.write(CPIXInspector.inspect(file), text: CPIXText.text)
    }

    /// Reads the playlists; a file that is none is refused with a guess at its format.
    private func readTree() throws -> PlaylistTree {
        let parameters = try variables.parameters()
        do {
            return try PlaylistTreeReader(path: file, root: root, parameters: parameters).read()
        } catch {
            guard error.failureClass == .malformed, let kind = FileKind.sniff(file) else { throw error }
            throw RunFailure(
                .malformed,
                at: file,
                "this is not a playlist",
                found: "it looks like \(kind.rawValue)",
                expected: "#EXTM3U on line 1",
                remedy:
                    "Give a playlist, a transport stream, packed audio, MP4 or CPIX: this version of inspect reads nothing else."
            )
        }
    }
}
