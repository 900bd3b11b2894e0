import Bitstreams
import ISOBaseMedia

/// The kind of a sample entry, which decides how its samples are protected.
enum SampleEntryRole: Hashable, Sendable {
    /// AVC, with parameter sets in `avcC` only or, if `isInBand`, also in samples.
    case avc(isInBand: Bool)
    /// HEVC, with parameter sets in `hvcC` only or, if `isInBand`, also in samples.
    case hevc(isInBand: Bool)
    case av1
    /// Audio, encrypted as whole samples.
    case wholeSamples
    /// Text and metadata, which stay clear.
    case clear

    /// The handler_types of tracks that stay clear.
    private static let clearHandlers: Set<FourCharacterCode> = ["text", "subt", "sbtl", "clcp", "meta"]

    /// Returns the role of a format in a track, or nil if it is not supported there.
    ///
    /// Audio and video formats are not supported in text and metadata tracks, so that a wrong handler_type
    /// does not leave them clear.
    init?(_ format: FourCharacterCode, handler: FourCharacterCode) {
        if Self.clearHandlers.contains(handler) {
            guard Self(media: format, handler: "vide") == nil, Self(media: format, handler: "soun") == nil
            else { return nil }
            self = .clear
            return
        }
        self.init(media: format, handler: handler)
    }

    private init?(media format: FourCharacterCode, handler: FourCharacterCode) {
        switch (handler, format) {
        case ("vide", "avc1"), ("vide", "dva1"): self = .avc(isInBand: false)
        case ("vide", "avc3"), ("vide", "dvav"): self = .avc(isInBand: true)
        case ("vide", "hvc1"), ("vide", "dvh1"): self = .hevc(isInBand: false)
        case ("vide", "hev1"), ("vide", "dvhe"): self = .hevc(isInBand: true)
        case ("vide", "av01"), ("vide", "dav1"): self = .av1
        case ("soun", "mp4a"), ("soun", "ac-3"), ("soun", "ec-3"), ("soun", "Opus"), ("soun", "fLaC"),
            ("soun", "alac"):
            self = .wholeSamples
        default: return nil
        }
    }
}

extension SampleCodec {
    /// Creates the codec of a sample entry from its role and its decoder configuration.
    init(_ role: SampleEntryRole, _ entry: BoxNode) throws(ParseError) {
        switch role {
        case .avc(let isInBand):
            let arrays = try NALUnitArrays(avc: try entry.onlyOrCopies("avcC").box)
            self = .avc(try NALUnitConfiguration(arrays, isInBand: isInBand, of: entry))
        case .hevc(let isInBand):
            let arrays = try NALUnitArrays(hevc: try entry.onlyOrCopies("hvcC").box)
            self = .hevc(try NALUnitConfiguration(arrays, isInBand: isInBand, of: entry))
        case .av1:
            let configuration = try AV1ConfigurationBox(try entry.onlyOrCopies("av1C").box)
            self = .av1(configuration: Array(configuration.configurationOBUs))
        case .wholeSamples: self = .wholeSamples
        case .clear: self = .clear
        }
    }
}

extension SampleCodec.NALUnitConfiguration {
    fileprivate init(_ arrays: NALUnitArrays, isInBand: Bool, of entry: BoxNode) throws(ParseError) {
        guard isInBand || !arrays.parameterSets.isEmpty else {
            throw .missing(offset: entry.offset, "parameter set in sample entry '\(entry.type)'")
        }
        self.init(
            lengthSize: arrays.lengthSize,
            parameterSets: arrays.parameterSets.map(Array.init),
            isInBand: isInBand
        )
    }
}
