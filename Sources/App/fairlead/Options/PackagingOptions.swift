import ArgumentParser
import CommandLineParts
import Mezzanines
import Packaging
import ProtectionTerms

extension PackagingRequest.SegmentFormat: ExpressibleByArgument {}

/// The options for packaging mezzanines.
struct PackagingOptions: ParsableArguments {
    @Option(help: "The container of the segments: fmp4 (CMAF), or ts (MPEG-TS).")
    var segmentFormat = PackagingRequest.SegmentFormat.fragmentedMP4

    @Option(
        help: ArgumentHelp(
            "The length of segments; they begin at the sync samples nearest to its multiples. Default: 6.",
            valueName: "duration"
        )
    )
    var segmentDuration: DurationArgument?

    @Flag(help: "One file for each rendition, with byte ranges.")
    var singleFile = false

    @Flag(help: "ts: the audio of an input goes into the segments of its video.")
    var muxed = false

    @Flag(help: "ts: audio on its own is packed audio (ADTS, AC-3, E-AC-3), not a transport stream.")
    var packedAudio = false

    @Flag(
        help:
            "Accept video renditions whose sync samples do not line up; players may not switch between them well."
    )
    var allowMisaligned = false

    @Flag(
        help:
            "Accept video that the container rotates or mirrors, without its display matrix; HLS players show the pictures as coded."
    )
    var ignoreDisplayMatrix = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Where players begin (EXT-X-START), in seconds; from the end, if negative.",
            valueName: "seconds"
        )
    )
    var startOffset: String?

    @Option(
        help: ArgumentHelp(
            "HDCP-LEVEL (TYPE-0, TYPE-1, NONE) of a class of renditions (audio, sd, hd, uhd) or of one by its name; repeatable.",
            valueName: "class=level"
        )
    )
    var hdcp: [String] = []

    @Option(help: ArgumentHelp("ALLOWED-CPC of all variants.", valueName: "value"))
    var allowedCpc: String?

    @Option(
        help: ArgumentHelp(
            "A YAML file with inputs and options; options on the command line take precedence.",
            valueName: "file"
        )
    )
    var jobFile: String?

    func validate() throws {
        if segmentFormat == .fragmentedMP4, muxed { throw Self.transportStreamOnlyError("--muxed") }
        if segmentFormat == .fragmentedMP4, packedAudio {
            throw Self.transportStreamOnlyError("--packed-audio")
        }
        if muxed, packedAudio {
            throw ValidationError("--muxed and --packed-audio cannot be combined. Leave one of them out")
        }
        if packedAudio, singleFile {
            throw ValidationError(
                "--single-file is for MP4 and transport streams, and --packed-audio writes a file for each segment. "
                    + "Leave one out"
            )
        }
        if let segmentDuration {
            guard (Duration.milliseconds(100)...Duration.seconds(3600)).contains(segmentDuration.duration)
            else {
                throw ValidationError(
                    "--segment-duration is out of range (got \(segmentDuration.duration), expected 0.1 to 3600 seconds). "
                        + "Give another"
                )
            }
        }
        _ = try startTime()
        _ = try levels()
        if let allowedCpc, !Self.isQuotable(allowedCpc) {
            throw ValidationError(
                "--allowed-cpc: the value is invalid (expected KEYFORMAT:LABEL/LABEL, ... without quotes)"
            )
        }
    }

    /// Returns the request for packaging the inputs.
    func request(_ inputs: [PackagingInput], _ result: ResultOptions) throws -> PackagingRequest {
        var request = PackagingRequest(inputs: inputs, output: result.output)
        request.segmentFormat = segmentFormat
        // `validate` has checked the range.
        if let segmentDuration, let target = MediaTime(segmentDuration.duration) {
            request.segmentDuration = target
        }
        request.isSingleFile = singleFile
        request.isMuxed = muxed
        request.usesPackedAudio = packedAudio
        request.allowsMisaligned = allowMisaligned
        request.ignoresDisplayMatrix = ignoreDisplayMatrix
        request.startOffset = try startTime()
        request.hdcpLevels = try levels()
        request.allowedContentProtection = allowedCpc
        request.overwrites = result.overwrite
        request.jobs = JobCount.count(result.jobs)
        return request
    }

    private static func transportStreamOnlyError(_ option: String) -> ValidationError {
        ValidationError(
            "\(option) is for --segment-format ts: fragmented MP4 has one track in each rendition (got fmp4, expected ts). "
                + "Leave it out"
        )
    }

    private func startTime() throws -> MediaTime? {
        guard let startOffset else { return nil }
        let isNegative = startOffset.hasPrefix("-")
        let digits = startOffset.dropFirst(isNegative ? 1 : 0)
        guard let length = DurationArgument(argument: String(digits)),
            let time = MediaTime(isNegative ? .zero - length.duration : length.duration)
        else {
            throw ValidationError(
                "--start-offset: '\(startOffset)' is not a valid time (expected seconds: 12.5, -30)"
            )
        }
        return time
    }

    private func levels() throws -> [String: HDCPLevel] {
        var levels: [String: HDCPLevel] = [:]
        for assignment in hdcp {
            let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, let level = HDCPLevel(rawValue: String(parts[1]))
            else {
                throw ValidationError(
                    "--hdcp: '\(assignment)' is not a valid level of a class (expected CLASS=LEVEL: audio, sd, hd, uhd or a rendition's name, "
                        + "then \(HDCPLevel.allCases.map(\.rawValue).joined(separator: ", ")))"
                )
            }
            guard levels.updateValue(level, forKey: String(parts[0])) == nil else {
                throw ValidationError("--hdcp: '\(parts[0])' has two levels. Leave one out")
            }
        }
        return levels
    }

    private static func isQuotable(_ text: String) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy { $0 != "\"" && $0.properties.generalCategory != .control }
    }
}

extension MediaTime {
    /// Creates an exact time from a duration with at most nine decimals, in seconds if it is whole, otherwise
    /// in nanoseconds; nil if these are more than an `Int64` represents (292 years).
    fileprivate init?(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        guard attoseconds != 0 else {
            self.init(ticks: seconds, timescale: 1)
            return
        }
        let (nanoseconds, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (ticks, overflows) = nanoseconds.addingReportingOverflow(attoseconds / 1_000_000_000)
        guard !isTooLong, !overflows else { return nil }
        self.init(ticks: ticks, timescale: 1_000_000_000)
    }
}
