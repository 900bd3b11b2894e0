import HLSPlaylists
import Presentations

/// An entry of a multivariant playlist, as expressions see it.
struct SelectionEntry: Sendable {
    /// A kind of entry.
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

        /// The kinds of `EXT-X-MEDIA`.
        static let renditions: Set<Kind> = [.audio, .video, .subtitles, .closedCaptions]

        /// The values of `type`: variants need none, as nothing else has their attributes unasked.
        static let named = allCases.filter { $0 != .variant }.map(\.rawValue)

        /// The kind of a rendition.
        init(_ type: Rendition.MediaType) {
            switch type {
            case .audio: self = .audio
            case .video: self = .video
            case .subtitles: self = .subtitles
            case .closedCaptions: self = .closedCaptions
            }
        }
    }

    /// Its kind.
    let kind: Kind
    /// `BANDWIDTH`.
    var bandwidth: UInt64?
    /// `RESOLUTION`.
    var resolution: Resolution?
    /// The formats of `CODECS`.
    var codecs: [String] = []
    /// `LANGUAGE`.
    var language: String?
    /// `NAME`.
    var name: String?
    /// `GROUP-ID`.
    var group: String?

    /// Tells whether it says that it has no pictures, and so no size of them: a variant of audio or text.
    var hasNoPictures: Bool {
        resolution == nil && !codecs.isEmpty && codecs.allSatisfy { !VariantCodecs.isVideo($0) }
    }

    /// A variant or I-frame variant.
    init(_ kind: Kind, _ stream: StreamInformation) {
        self.kind = kind
        bandwidth = stream.bandwidth
        resolution = stream.resolution
        codecs = VariantCodecs.formats(stream.codecs)
    }

    /// A rendition.
    init(_ rendition: Rendition) {
        kind = Kind(rendition.type)
        language = rendition.language
        name = rendition.name
        group = rendition.groupID
    }
}

/// The formats of a `CODECS` attribute (RFC 6381).
enum VariantCodecs {
    /// The formats without the blanks around them.
    static func formats(_ codecs: String?) -> [String] {
        (codecs ?? "").split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }
            .map { String($0.prefix { $0 != " " }) }.filter { !$0.isEmpty }
    }

    /// Tells whether a format is of pictures, as any is that is not known to be of sound or text.
    static func isVideo(_ format: String) -> Bool { RenditionRoles.media(ofCodecs: format) == .video }
}
