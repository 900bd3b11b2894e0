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

    @OptionGroup(title: "Protection")
    var protection: ProtectionOptions

    @OptionGroup(title: "Key URIs")
    var templates: TemplateOptions

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "A key from outside")
    var provided: ProvidedKeyOptions

    @OptionGroup(title: "A key server")
    var keyServer: KeyServerOptions

    @OptionGroup(title: "Keys of a CPIX document")
    var cpix: CPIXOptions

    @OptionGroup
    var generation: KeyGenerationOptions

    @OptionGroup(title: "Requirements")
    var requirements: KeyRequirementOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    func validate() throws {
        try protection.check(besides: templates)
        _ = try protection.protectionMethod()
        try keyServer.refuse(besides: provided.givenOptions + cpix.givenOptions)
        try generation.validate(for: protection.method)
        try cpix.validate(provided, protection)
        guard contentID != nil || cpix.cpix != nil else {
            throw ValidationError("--content-id is missing: keys belong to a title. Give one")
        }
    }

    mutating func run() throws {
        let cancellation = Cancellation()
        let progress = messages.begin()
        try Interruption.start(cancelling: cancellation)
        let options = protecting()
        try options.checkPaths()
        try RunReport.recordingFailure(in: result.report) {
            let report = try options.protect(PlaylistSource(playlist, root: root), progress, cancellation)
            try RunReport.publish(report, to: result.report, messages)
        }
    }

    /// Returns the options that apply to a protected result.
    func protecting() -> ProtectingOptions {
        ProtectingOptions(
            contentID: contentID,
            result: result,
            protection: protection,
            templates: templates,
            keyStore: keyStore,
            provided: provided,
            keyServer: keyServer,
            generation: generation,
            cpix: cpix,
            requirements: requirements
        )
    }
}
