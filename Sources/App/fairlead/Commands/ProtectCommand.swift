import ArgumentParser
import CommandLineParts
import Presentations

/// The command `fairlead protect`.
struct ProtectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "protect",
        abstract: "Protect an existing clear HLS presentation.",
        discussion: """
            Media are encrypted, never re-encoded; playlists are edited, never re-generated. The result appears whole \
            or not at all, and only after its keys are in the key store. If samples are encrypted, text and metadata stay clear.

            EXAMPLES
              FairPlay: transport streams, packed audio, and cbcs in fragmented MP4:
              fairlead protect in/multivariant.m3u8 -o out --content-id movie-42 \\
                  --key-uri 'skd://{content_id}'

              One set of fragmented MP4 for three key systems (cbcs):
              fairlead protect in/multivariant.m3u8 -o out --content-id movie-42 \\
                  --key-uri 'skd://{content_id}' --drm fairplay,widevine,playready

              Fragmented MP4 for Widevine and PlayReady without cbcs (cenc):
              fairlead protect in/multivariant.m3u8 -o out --content-id movie-42 \\
                  --method sample-aes-ctr

              Whole segments, authenticated: players refuse any that were changed:
              fairlead protect in/multivariant.m3u8 -o out --content-id movie-42 \\
                  --method aes-256-gcm --key-uri 'https://keys.example.com/{key_id}'
            """
    )

    @Argument(help: "The multivariant or media playlist.")
    var playlist: String

    @OptionGroup
    var result: ResultOptions

    @Option(
        name: .customLong("content-id"),
        help: ArgumentHelp("The title's id; default: that of --cpix.", valueName: "id")
    )
    var contentID: String?

    @Option(
        help: ArgumentHelp("The folder that no URI may leave. Default: the playlist's.", valueName: "dir")
    )
    var root: String?

    @OptionGroup
    var options: TitleProtectionOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    func validate() throws {
        let options = options.protecting
        try options.protection.check(besides: options.templates)
        try options.keyServer.refuse(besides: options.provided.givenOptions + options.cpix.givenOptions)
        try self.options.validate(contentID: contentID)
    }

    mutating func run() throws {
        let cancellation = Cancellation()
        let progress = messages.begin()
        try Interruption.start(cancelling: cancellation)
        let title = options.title(contentID, result)
        try title.checkPaths()
        try RunReport.recordingFailure(in: result.report) {
            let report = try title.protect(PlaylistSource(playlist, root: root), progress, cancellation)
            try RunReport.publish(report, to: result.report, messages)
        }
    }
}
