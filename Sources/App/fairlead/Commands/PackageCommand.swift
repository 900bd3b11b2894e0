import ArgumentParser
import CommandLineParts
import Packaging
import Presentations
import Protection
import ProtectionTerms

/// The command `fairlead package`.
struct PackageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "package",
        abstract: "Make a protected HLS presentation from mezzanines.",
        discussion: """
            Inputs are MP4 and MOV, MPEG-TS, packed audio (AAC, AC-3, E-AC-3) and WebVTT. Several inputs make a ladder with \
            audio and subtitle groups. Nothing is re-encoded: media are cut at sync samples, and samples are encrypted.

            What an input does not contain follows its path, PATH:KEY=VALUE,...; put a value with commas in double \
            quotes:
              track=            all (default), video, audio, text, or a number
              language=, name=  LANGUAGE (RFC 5646) and NAME
              group=            GROUP-ID
              default, autoselect, forced
                                flags; also default=no
              characteristics=  CHARACTERISTICS
              codecs=           for AAC: mp4a.40.2, mp4a.40.5 or mp4a.40.29
              rendition=        the name in the output

            EXAMPLES
              A ladder with two languages, for FairPlay, Widevine and PlayReady (cbcs):
              fairlead package 1080p.mp4 720p.mp4 audio_en.mp4 \\
                  audio_fr.mp4:language=fr subs_en.vtt -o out \\
                  --content-id movie-42 --drm fairplay,widevine,playready

              Clear transport streams of 4 seconds:
              fairlead package movie.mp4 -o out --clear \\
                  --segment-format ts --segment-duration 4

              From a job file, into another directory:
              fairlead package --job-file movie.yaml -o out
            """
    )

    @Argument(
        help: ArgumentHelp("The mezzanines, with their properties.", valueName: "input[:key=value,...]")
    )
    var inputs: [String] = []

    @OptionGroup
    var result: ResultOptions

    @Option(
        name: .customLong("content-id"),
        help: ArgumentHelp("The title's id; required when protecting.", valueName: "id")
    )
    var contentID: String?

    @Flag(help: "Protect nothing: the same as --method none.")
    var clear = false

    @OptionGroup(title: "Packaging")
    var packaging: PackagingOptions

    @OptionGroup
    var options: TitleProtectionOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    /// Indicates whether nothing is protected.
    var isClear: Bool { clear || options.protecting.protection.method == MethodArgument.none }

    func validate() throws {
        guard !inputs.isEmpty else {
            throw ValidationError("there is no input (expected at least one mezzanine). Name one")
        }
        let options = options.protecting
        try options.protection.check(besides: options.templates)
        _ = try inputs.map(InputArgument.parse)
        try options.keyServer.refuse(besides: options.provided.givenOptions + options.cpix.givenOptions)
        guard isClear else {
            if packaging.segmentFormat == .transportStream,
                options.protection.method == .protection(.sampleAESCTR)
            {
                throw ValidationError(
                    "--method sample-aes-ctr is for fragmented MP4 (got --segment-format ts, expected fmp4). "
                        + "Use --method sample-aes, or leave out --segment-format"
                )
            }
            return try self.options.validate(contentID: contentID, advice: ", or use --clear")
        }
        if let option = self.options.givenOptions.first {
            throw ValidationError(
                "\(option) is for protected media, and \(clear ? "--clear" : "--method none") protects nothing. "
                    + "Leave one of the two out"
            )
        }
    }

    mutating func run() throws {
        let cancellation = Cancellation()
        let progress = messages.begin()
        try Interruption.start(cancelling: cancellation)
        let request = try packaging.request(inputs.map(InputArgument.parse), result)
        try checkPaths(of: request)
        try RunReport.recordingFailure(in: result.report) {
            let report =
                try isClear
                ? publishClear(request, progress, cancellation)
                : title.protect(request, progress, cancellation)
            try RunReport.publish(report, to: result.report, messages)
        }
    }

    private func publishClear(
        _ request: PackagingRequest,
        _ progress: any ProgressSink,
        _ cancellation: Cancellation
    ) throws -> ProtectionReport {
        let run = ClearRun(request, progress: progress, cancellation: cancellation)
        return try result.dryRun ? run.dryRun() : run.execute()
    }

    /// The protection of the title.
    var title: TitleProtection { options.title(contentID, result) }

    /// Throws if a path would be overwritten by the run; called before anything is written, including the
    /// report.
    func checkPaths(of request: PackagingRequest) throws {
        let inputs = request.inputPaths.map { (option: "input", path: $0) }
        let jobFile = packaging.jobFile.map { [(option: "--job-file", path: $0)] } ?? []
        try PathCheck.refuse(inputs + jobFile, inside: result.output)
        try PathCheck.refuseReport(result.report, over: request.inputPaths)
        guard isClear else { return try title.checkPaths() }
        try PathCheck.refuseReport(result.report, besideStore: nil)
        if let report = result.report {
            try PathCheck.refuse([(option: "--report", path: report)], inside: result.output)
        }
    }
}
