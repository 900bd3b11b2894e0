package import Bitstreams
package import ISOBaseMedia

/// A track of a mezzanine: its format, and the times and bytes of its samples.
///
/// The samples of all inputs have the form of fragmented MP4: NAL units after their lengths, AAC without ADTS
/// headers, whole AC-3 and E-AC-3 frames. All muxers start from this form.
package struct SourceTrack: Sendable {
    /// The kind of media of a track.
    package enum Content: Hashable, Sendable {
        case video, audio
    }

    /// The path of the input as the user gave it, for messages.
    package let path: String
    /// track_ID, or the PID; 0 for packed audio.
    package let identifier: UInt32
    /// The kind of media.
    package let content: Content
    /// The coding format of the samples.
    package var format: TrackFormat
    /// The ticks per second, not 0.
    package let timescale: UInt32
    /// The language in ISO 639-2/T, such as "eng", or nil if the input has none or "und".
    package let language: String?
    /// The time to add to `decodeTime + compositionOffset` of a sample to get its presentation time on the
    /// timeline of the input, in ticks.
    ///
    /// In MP4 that timeline starts at 0, and an edit list shifts the media on it: `-1024` if 1024 ticks of
    /// AAC priming come before the start. Samples presented before 0 are only decoded. In transport streams
    /// it is the timeline of the time stamps (90 kHz, unwrapped), which starts at `Mezzanine.timelineStart`.
    package let presentationShift: Int64
    /// The end of the presentation by an edit list, in ticks on the timeline of the input, or nil if no edit
    /// list cuts it.
    package let presentationEnd: Int64?
    /// A description of how the container rotates or mirrors the pictures, such as "turned by 90 degrees", or
    /// nil if it does not.
    package let transformation: String?
    /// The display size of the pictures in the container, before rotation, or nil without one and for audio.
    package var displaySize: TrackFormat.Picture?
    /// The event messages of a movie that the muxer writes with this track, in the order of the file.
    package var eventMessages: [EventMessage] = []
    /// The samples in decoding order.
    package let samples: SampleIndex
    /// The bytes to which the offsets of the samples refer.
    package let bytes: any ByteSource

    /// Creates a track from its parts.
    package init(
        path: String,
        identifier: UInt32,
        content: Content,
        format: TrackFormat,
        timescale: UInt32,
        language: String?,
        presentationShift: Int64,
        presentationEnd: Int64?,
        transformation: String? = nil,
        samples: SampleIndex,
        bytes: any ByteSource
    ) {
        self.path = path
        self.identifier = identifier
        self.content = content
        self.format = format
        self.timescale = timescale
        self.language = language
        self.presentationShift = presentationShift
        self.presentationEnd = presentationEnd
        self.transformation = transformation
        self.samples = samples
        self.bytes = bytes
    }

    /// Returns the presentation time of a sample, in ticks on the timeline of the input, clamped to 64 bits.
    package func presentationTime(of sample: MovieSample) -> Int64 {
        Int64(
            clamping: Int128(sample.decodeTime) + Int128(sample.compositionOffset) + Int128(presentationShift)
        )
    }
}

/// The coding format of the samples of a track.
package struct TrackFormat: Hashable, Sendable {
    /// A codec that `package` supports.
    package enum Codec: Hashable, Sendable, CaseIterable {
        case avc, hevc, av1
        case aac, ac3, eac3, opus, flac, alac

        /// The name for messages.
        package var name: String {
            switch self {
            case .avc: "H.264"
            case .hevc: "HEVC"
            case .av1: "AV1"
            case .aac: "AAC"
            case .ac3: "AC-3"
            case .eac3: "E-AC-3"
            case .opus: "Opus"
            case .flac: "FLAC"
            case .alac: "ALAC"
            }
        }
    }

    /// The codec.
    package let codec: Codec
    /// The sample entry as in `stsd` of fragmented MP4, in ISO form: `avc1` with `avcC`, `mp4a` with `esds`,
    /// and so on.
    ///
    /// QuickTime forms are converted: there is no version 1 of audio and no `wave`. Unknown boxes are kept.
    package let sampleEntry: BoxNode
    /// Indicates whether samples have parameter sets that replace others of the same number, or that the
    /// sample entry lacks.
    ///
    /// The type of the sample entry is then `avc3`, `hev1` or `dvhe`.
    package let hasChangingParameterSets: Bool
    /// The size of the coded pictures, or nil for audio.
    package let codedSize: Picture?
    /// The audio properties, or nil for video.
    package let audio: Sound?

    /// The size of coded pictures after cropping, in luma samples, as in the fields of the sample entry.
    ///
    /// The display size also depends on the pixel aspect ratio, in `pasp` of the sample entry.
    package struct Picture: Hashable, Sendable {
        /// The number of luma samples per row.
        package let width: Int
        /// The number of rows.
        package let height: Int

        /// Creates a size from its parts.
        package init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// The audio properties of a format.
    package struct Sound: Hashable, Sendable {
        /// The sampling rate of the core codec in hertz, usually also the timescale of the track in MP4.
        package let samplingRate: Int
        /// The number of channels after decoding, without objects; 6 for 5.1.
        package let channelCount: Int
        /// The number of objects of Dolby Digital Plus with joint object coding (Atmos), which CHANNELS has
        /// before "/JOC", or nil without it.
        package let objectCount: Int?

        /// Creates audio properties from their parts.
        package init(samplingRate: Int, channelCount: Int, objectCount: Int?) {
            self.samplingRate = samplingRate
            self.channelCount = channelCount
            self.objectCount = objectCount
        }
    }

    /// Creates a format from its parts.
    package init(
        codec: Codec,
        sampleEntry: BoxNode,
        hasChangingParameterSets: Bool = false,
        codedSize: Picture?,
        audio: Sound?
    ) {
        self.codec = codec
        self.hasChangingParameterSets = hasChangingParameterSets
        self.sampleEntry = sampleEntry
        self.codedSize = codedSize
        self.audio = audio
    }
}
