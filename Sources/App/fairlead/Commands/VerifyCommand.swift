import ArgumentParser
import CommandLineParts
import Failures
import KeyStore
import Presentations
import ReportTexts
import Verification

/// The command `fairlead verify`.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check a presentation: every key has its record, every segment decrypts.",
        discussion: """
            AES-128 and AES-256-GCM with identity keys; SAMPLE-AES (transport streams, packed audio, cbcs in fMP4) with \
            FairPlay, Widevine, PlayReady and identity keys; SAMPLE-AES-CTR (cenc in fMP4) with Widevine, PlayReady and \
            identity keys. Any packager may have made the presentation. Ends with 69 if a check fails.

            EXAMPLES
              fairlead verify out/multivariant.m3u8 --source in/multivariant.m3u8

              The result of package --clear, without a key store:
              fairlead verify out/main.m3u8 --clear
            """
    )

    @Argument(help: "The multivariant or media playlist.")
    var playlist: String

    @Option(
        help: ArgumentHelp(
            "Compare every byte, or every access unit and audio frame, with this clear presentation.",
            valueName: "playlist"
        )
    )
    var source: String?

    @Option(
        name: .customLong("content-id"),
        help: ArgumentHelp("The title, if the key URIs do not name it.", valueName: "id")
    )
    var contentID: String?

    @Flag(help: "The presentation has to be clear: a key line is a finding, and no key store is opened.")
    var clear = false

    @Flag(
        name: .customLong("playlists-from-elsewhere"),
        help:
            "Check only keys and media, because something edits the playlists on their way (ad insertion, a CDN)."
    )
    var playlistsFromElsewhere = false

    @Option(
        help: ArgumentHelp("The folder that no URI may leave. Default: the playlist's.", valueName: "dir")
    )
    var root: String?

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup
    var requirements: StoreRequirementOptions

    @Option(help: "Worker threads, at most \(JobCount.maximum). Default: all cores.")
    var jobs: Int?

    @Option(help: ArgumentHelp("Write a JSON report of the run, also of one that failed.", valueName: "file"))
    var report: String?

    @OptionGroup(title: "Variables")
    var variables: QueryOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    func validate() throws {
        try JobCount.validate(jobs)
        guard clear else { return }
        let protectionOptions = [
            ("--content-id", contentID != nil), ("--playlists-from-elsewhere", playlistsFromElsewhere),
            ("--key-store", keyStore.keyStore != nil),
            ("--kek-file", keyStore.kekFile != nil), ("--kek-command", keyStore.kekCommand != nil),
            ("--actor", keyStore.actor != nil),
            ("--require-production", requirements.requireProduction),
        ]
        if let option = protectionOptions.first(where: \.1) {
            throw ValidationError(
                "\(option.0) is for protected media, and --clear says that there are none. Leave one of the two out"
            )
        }
    }

    mutating func run() throws {
        let cancellation = Cancellation()
        let progress = messages.begin()
        try Interruption.start(cancelling: cancellation)
        if clear {
            try PathCheck.refuseReport(report, besideStore: nil)
        } else {
            try PathCheck.refuseReport(report, beside: keyStore)
        }
        let result = try RunReport.recordingFailure(in: report) { try verify(progress, cancellation) }
        try RunReport.write(result, to: report)
        try messages.write(result, text: VerificationText.text)
        if !result.holds { throw ExitCode(FailureClass.verificationFailedStatus) }
    }

    private func verify(
        _ progress: any ProgressSink,
        _ cancellation: Cancellation
    ) throws -> VerificationReport {
        var request = VerificationRequest(playlist: playlist)
        request.root = root
        request.parameters = try variables.parameters()
        request.source = source
        request.contentID = try contentID.map { try ContentID(argument: $0) }
        request.jobs = JobCount.count(jobs)
        request.expectsClear = clear
        request.comparesPlaylists = !playlistsFromElsewhere
        let store = clear ? nil : try requirements.checked(keyStore.openForUse().store)
        return try VerificationRun(
            request,
            store: store,
            progress: progress,
            cancellation: cancellation,
            warn: { Diagnostics.shared.warning($0) }
        )
        .execute()
    }
}
