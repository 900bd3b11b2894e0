package import Bitstreams
package import ISOBaseMedia

/// A track of a mezzanine: how it is coded, when its samples are, and where their bytes are.
///
/// Whatever the container of the input is, the samples have the form that they have in fragmented MP4: NAL units behind their
/// lengths, AAC without ADTS headers, whole AC-3 and E-AC-3 frames. All that writes segments starts from this form.
package struct SourceTrack: Sendable {
    /// What a track is made of.
    package enum Content: Hashable, Sendable {
        case video, audio
    }

    /// The input's path as it was given, for messages.
    package let path: String
    /// track_ID, or the PID; 0 in packed audio.
    package let identifier: UInt32
    /// What it is made of.
    package let content: Content
    /// How it is coded.
    package var format: TrackFormat
    /// Ticks a second; not 0.
    package let timescale: UInt32
    /// ISO 639-2/T, such as "eng"; nil where the input does not say, or says "und".
    package let language: String?
    /// What has to be added to `decodeTime + compositionOffset` of a sample to get when it is presented, in ticks, on the
    /// timeline of the input.
    ///
    /// In MP4 that timeline starts at 0, and an edit list shifts the media on it: `-1024` where 1024 ticks of AAC priming come
    /// before the start. Samples that are presented before 0 are decoded only. In transport streams it is the time stamps'
    /// (90 kHz, unwrapped): `Mezzanine.timelineStart` says where it starts.
    package let presentationShift: Int64
    /// Where an edit list ends the presentation, in ticks on the timeline of the input; nil where it does not.
    package let presentationEnd: Int64?
    /// How the container turns or mirrors the pictures before they are shown; nil where it does not.
    package let transformation: String?
    /// The size in which the container shows the pictures, before it turns them; nil where it does not say, and of audio.
    package var shownSize: TrackFormat.Picture?
    /// The event messages of a movie that the track carries, in the order of the file.
    package var eventMessages: [EventMessage] = []
    /// The samples in the order of decoding.
    package let samples: SampleIndex
    /// The bytes that the samples' offsets point into.
    package let bytes: any ByteSource

    /// A track from its parts.
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

    /// When a sample is presented, in ticks on the timeline of the input; the nearest that there is of hostile times.
    package func presentationTime(of sample: MovieSample) -> Int64 {
        Int64(
            clamping: Int128(sample.decodeTime) + Int128(sample.compositionOffset) + Int128(presentationShift)
        )
    }
}

/// How the samples of a track are coded.
package struct TrackFormat: Hashable, Sendable {
    /// The codecs that are packaged.
    package enum Codec: Hashable, Sendable, CaseIterable {
        case avc, hevc, av1
        case aac, ac3, eac3, opus, flac, alac

        /// As messages call it.
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
    /// The sample entry as it stands in `stsd` of fragmented MP4, ISO form: `avc1` with `avcC`, `mp4a` with `esds`, ...
    ///
    /// Of QuickTime's forms nothing is left: no version 1 of sound, no `wave`. Boxes that nobody knows are kept.
    package let sampleEntry: BoxNode
    /// Whether samples have parameter sets that take the places of others of their numbers, or have none in the sample entry: it is `avc3` or `hev1`.
    package let changesParameterSets: Bool
    /// The size of the pictures as they are coded; nil of audio.
    package let picture: Picture?
    /// What is heard; nil of video.
    package let sound: Sound?

    /// The size of coded pictures, cropped, in samples of luma: what the fields of the sample entry say.
    ///
    /// The shape of the pixels is in `pasp` of the sample entry: it tells in which size they are shown.
    package struct Picture: Hashable, Sendable {
        /// Samples of a row.
        package let width: Int
        /// Rows.
        package let height: Int

        /// A size from its parts.
        package init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// What is known of sound.
    package struct Sound: Hashable, Sendable {
        /// Hertz of the core codec, as `mdhd` counts in MP4 as a rule.
        package let samplingRate: Int
        /// Channels that are heard, of the core codec; 6 for 5.1.
        package let channelCount: Int
        /// Of Dolby Digital Plus with joint object coding (Atmos), what "/JOC" follows; nil without it.
        package let objectCount: Int?

        /// Sound from its parts.
        package init(samplingRate: Int, channelCount: Int, objectCount: Int?) {
            self.samplingRate = samplingRate
            self.channelCount = channelCount
            self.objectCount = objectCount
        }
    }

    /// A format from its parts.
    package init(
        codec: Codec,
        sampleEntry: BoxNode,
        changesParameterSets: Bool = false,
        picture: Picture?,
        sound: Sound?
    ) {
        self.codec = codec
        self.changesParameterSets = changesParameterSets
        self.sampleEntry = sampleEntry
        self.picture = picture
        self.sound = sound
    }
}
