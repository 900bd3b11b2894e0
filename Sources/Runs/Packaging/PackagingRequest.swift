package import Failures
package import Mezzanines
package import Presentations
package import ProtectionTerms

/// The parameters of a run of `fairlead package`.
package struct PackagingRequest: Sendable {
    /// The container of the segments.
    package enum SegmentFormat: String, CaseIterable, Sendable {
        /// Fragmented MP4 (CMAF).
        case fragmentedMP4 = "fmp4"
        /// MPEG-TS.
        case transportStream = "ts"
    }

    /// The inputs, in the order in which their renditions are listed.
    var inputs: [PackagingInput]
    /// The container of the segments.
    package var segmentFormat = SegmentFormat.fragmentedMP4
    /// The target duration of segments.
    package var segmentDuration = MediaTime(ticks: 6, timescale: 1)
    /// Indicates whether each rendition is one file, with byte ranges.
    package var isSingleFile = false
    /// Indicates whether audio is multiplexed into the transport streams of its input's video.
    package var isMuxed = false
    /// Indicates whether audio renditions of `ts` are packed audio.
    package var usesPackedAudio = false
    /// Indicates whether video is accepted whose sync samples do not line up between renditions.
    package var allowsMisaligned = false
    /// Indicates whether pictures that the container rotates or mirrors are packaged as coded.
    package var ignoresDisplayMatrix = false
    /// Indicates whether samples will be encrypted, which makes more requirements on parameter sets.
    var protectsSamples = false
    /// `TIME-OFFSET` of `EXT-X-START`, or nil without the tag; a negative time counts from the end.
    package var startOffset: MediaTime?
    /// `HDCP-LEVEL`, such as `TYPE-0`, by the class (`sd`, `hd`, `uhd`) or the name of a rendition.
    package var hdcpLevels: [String: HDCPLevel] = [:]
    /// Indicates whether video gets I-frame playlists, which name parts of its segments.
    var hasIFramePlaylists = true
    /// `ALLOWED-CPC` of all variants, or nil without the attribute.
    package var allowedContentProtection: String?
    /// The path of the output directory.
    var output: String
    /// Indicates whether a different result in the output directory is replaced.
    package var overwrites = false
    /// The number of worker threads.
    package var jobs = 1

    /// The paths of the inputs, each once.
    package var inputPaths: [String] {
        // By bytes, as the kernel compares names.
        var seen: Set<[UInt8]> = []
        return inputs.map(\.path).filter { seen.insert(Array($0.utf8)).inserted }
    }

    /// Opens all inputs, each once, so that a missing file is reported before another is read.
    func openInputs() throws(RunFailure) -> [WindowedFile] {
        try mapErrors(to: RunFailure.input) { () throws(SystemCallError) in
            try inputPaths.map { path throws(SystemCallError) in try WindowedFile(path: path) }
        }
    }

    /// Creates a request with the defaults of the command line.
    package init(inputs: [PackagingInput], output: String) {
        self.inputs = inputs
        self.output = output
    }
}

/// An input of `package` with its options: `movie.mp4:track=audio,language=fr`.
///
/// An input may be given several times, each with another track.
package struct PackagingInput: Hashable, Sendable {
    /// The path of the file.
    package var path: String
    /// The tracks that are taken.
    var selection = TrackChoice.all
    /// `LANGUAGE`, a tag of RFC 5646, or nil for the language in the input.
    var language: String?
    /// `NAME`, or nil for the name of the language.
    var name: String?
    /// `GROUP-ID`, or nil for one derived from the codec.
    var group: String?
    /// `DEFAULT`, or nil for the usual one: the first audio is the default, subtitles are not.
    var isDefault: Bool?
    /// `AUTOSELECT`, or nil for the usual one: YES if there is a language, and for the default.
    var isAutoselect: Bool?
    /// `FORCED`, for subtitles.
    var isForced = false
    /// `CHARACTERISTICS`, or nil without the attribute.
    var characteristics: String?
    /// `CODECS` of an AAC track, if the input does not determine it (implicit SBR).
    var codecs: String?
    /// The folder and playlist name of the rendition in the output, or nil for one derived from its content.
    var renditionName: String?

    /// Creates an input without options.
    package init(path: String) {
        self.path = path
    }
}

/// The source of the presentation that is generated from the inputs.
extension PackagingRequest: PresentationSource {
    package var bandwidths: Bandwidths.Policy { .measured }

    package var reportedInputs: [String]? { inputPaths }

    package func read(
        _ progress: any ProgressSink,
        _ cancellation: Cancellation
    ) throws(RunFailure) -> ClearPresentation {
        let (mezzanines, files) = try MezzanineReader(self, progress, cancellation).read()
        progress.beginPhase(.cutting, "cutting the renditions")
        let generated = try files.namingChanges { () throws(RunFailure) in
            try PresentationGenerator(self, progress: progress, cancellation: cancellation).generate(
                mezzanines
            )
        }
        return ClearPresentation(
            presentation: try PresentationReader(generated).read(),
            warnings: generated.warnings,
            inputs: files
        )
    }

    package func inputLocation(of presentation: Presentation) -> InputLocation { .files(inputPaths) }

    package func titleInputs() throws(RunFailure) -> (inputs: TitleInputs, playlist: String) {
        (TitleInputs(try openInputs()), Self.entryPlaylist)
    }

    /// The path of the playlist that a player opens, in a result of `package`.
    package static let entryPlaylist = RenditionNames.entry + ".m3u8"

    /// Leaves out I-frame playlists for AES-GCM, under which parts of segments cannot be decrypted.
    package func adapted(to method: ProtectionMethod) -> any PresentationSource {
        var request = self
        if method.form == .authenticatedSegments { request.hasIFramePlaylists = false }
        request.protectsSamples = method.encryptsSamples
        return request
    }

    package func warnings(ofKeyFormats keyFormats: [String]) -> [String] {
        guard let allowed = allowedContentProtection else { return [] }
        return ContentPolicy.exclusionWarnings(allowed: allowed, keyFormats: keyFormats)
    }
}
