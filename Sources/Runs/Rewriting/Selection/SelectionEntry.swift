import HLSPlaylists
import Presentations

/// An entry of a multivariant playlist, with the attributes that conditions compare.
struct SelectionEntry: Sendable {
    /// The kind of entry.
    enum Kind: String, CaseIterable, Sendable {
        /// `EXT-X-STREAM-INF`.
        case variant
        /// `EXT-X-I-FRAME-STREAM-INF`.
        case iFrames = "i-frames"
        /// `EXT-X-MEDIA` of `TYPE=AUDIO`.
        case audio
        /// `EXT-X-MEDIA` of `TYPE=VIDEO`.
        case video
        /// `EXT-X-MEDIA` of `TYPE=SUBTITLES`.
        case subtitles
        /// `EXT-X-MEDIA` of `TYPE=CLOSED-CAPTIONS`.
        case closedCaptions = "closed-captions"

        /// The kinds of `EXT-X-MEDIA` entries.
        static let renditions: Set<Kind> = [.audio, .video, .subtitles, .closedCaptions]

        /// The values of the attribute `type`.
        ///
        /// Variants have none: an expression about their attributes applies to them by default.
        static let typeValues = allCases.filter { $0 != .variant }.map(\.rawValue)

        init(_ type: Rendition.MediaType) {
            switch type {
            case .audio: self = .audio
            case .video: self = .video
            case .subtitles: self = .subtitles
            case .closedCaptions: self = .closedCaptions
            }
        }
    }

    let kind: Kind
    var bandwidth: UInt64?
    var resolution: Resolution?
    /// The codecs in `CODECS`.
    var codecs: [String] = []
    var language: String?
    var name: String?
    var group: String?

    /// Indicates whether the entry declares that it has no pictures, as a variant with only audio or text
    /// does.
    var hasNoPictures: Bool {
        resolution == nil && !codecs.isEmpty && codecs.allSatisfy { !VariantCodecs.isVideo($0) }
    }

    init(_ kind: Kind, _ stream: StreamInformation) {
        self.kind = kind
        bandwidth = stream.bandwidth
        resolution = stream.resolution
        codecs = VariantCodecs.formats(stream.codecs)
    }

    init(_ rendition: Rendition) {
        kind = Kind(rendition.type)
        language = rendition.language
        name = rendition.name
        group = rendition.groupID
    }
}

/// Operations on the codecs in a `CODECS` attribute (RFC 6381).
enum VariantCodecs {
    /// Returns the codecs, without spaces around them.
    static func formats(_ codecs: String?) -> [String] {
        (codecs ?? "").split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }
            .map { String($0.prefix { $0 != " " }) }.filter { !$0.isEmpty }
    }

    /// Indicates whether a codec is video; one that is not known as audio or text counts as video.
    static func isVideo(_ format: String) -> Bool { RenditionRoles.media(ofCodecs: format) == .video }
}
