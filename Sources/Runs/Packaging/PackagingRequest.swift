package import Mezzanines
import Presentations
package import ProtectionTerms

/// All that a run of `fairlead package` needs to know.
package struct PackagingRequest: Sendable {
    /// The container of the segments.
    package enum SegmentFormat: String, CaseIterable, Sendable {
        /// Fragmented MP4, CMAF.
        case fragmentedMP4 = "fmp4"
        /// MPEG-TS.
        case transportStream = "ts"
    }

    /// The inputs, in the order in which their renditions are listed.
    package var inputs: [PackagingInput]
    /// The container.
    package var segmentFormat = SegmentFormat.fragmentedMP4
    /// The wanted length of segments.
    package var segmentDuration = MediaTime(ticks: 6, timescale: 1)
    /// Whether all of a rendition is one file, with byte ranges.
    package var isSingleFile = false
    /// Whether audio goes into the transport streams of the video of its input.
    package var isMuxed = false
    /// Whether audio-only renditions of `ts` are packed audio.
    package var usesPackedAudio = false
    /// Whether video whose sync samples do not line up is taken.
    package var allowsMisaligned = false
    /// Whether pictures that the container turns or mirrors are taken as they are coded.
    package var ignoresDisplayMatrix = false
    /// Whether samples are encrypted, so that clients ask for more than players do.
    var protectsSamples = false
    /// TIME-OFFSET of `EXT-X-START`, in seconds; nil without the tag.
    package var startOffset: MediaTime?
    /// HDCP-LEVEL by the class of a rendition (`sd`, `hd`, `uhd`) or its name: `TYPE-0`.
    package var hdcpLevels: [String: HDCPLevel] = [:]
    /// Whether video gets I-frame playlists, which name parts of its segments.
    var hasIFramePlaylists = true
    /// ALLOWED-CPC of all variants; nil without the attribute.
    package var allowedContentProtection: String?
    /// The directory of the result.
    package var output: String
    /// Whether a different result is replaced.
    package var overwrites = false
    /// Worker threads.
    package var jobs = 1

    /// The files of the inputs, each once.
    package var inputPaths: [String] {
        // By bytes, as the kernel compares names.
        var seen: Set<[UInt8]> = []
        return inputs.map(\.path).filter { seen.insert(Array($0.utf8)).inserted }
    }

    /// Opens all inputs, each once: a file that is missing is said before another is read.
    func openInputs() throws(PresentationError) -> [MezzanineFile] {
        try inputCalls { () throws(SystemCallError) in
            try inputPaths.map { path throws(SystemCallError) in try MezzanineFile(path: path) }
        }
    }

    /// A request with the defaults of the command line.
    package init(inputs: [PackagingInput], output: String) {
        self.inputs = inputs
        self.output = output
    }
}

/// An input of `package` and what is said of it: `movie.mp4:track=audio,language=fr`.
///
/// An input may be given several times, with another track each.
package struct PackagingInput: Hashable, Sendable {
    /// The file.
    package var path: String
    /// Its tracks.
    package var selection = TrackChoice.all
    /// LANGUAGE, a tag of RFC 5646; nil for what the input says.
    package var language: String?
    /// NAME.
    package var name: String?
    /// GROUP-ID.
    package var group: String?
    /// DEFAULT; nil: the first audio is, subtitles are not.
    package var isDefault: Bool?
    /// AUTOSELECT; nil: where there is a language, and of the default.
    package var isAutoselect: Bool?
    /// FORCED, of subtitles.
    package var isForced = false
    /// CHARACTERISTICS.
    package var characteristics: String?
    /// CODECS of a track of AAC, where the input cannot tell: implicit SBR.
    package var codecs: String?
    /// The folder and name of the rendition in the output; nil: made of what it is.
    package var renditionName: String?

    /// An input of which nothing is said.
    package init(path: String) {
        self.path = path
    }
}
