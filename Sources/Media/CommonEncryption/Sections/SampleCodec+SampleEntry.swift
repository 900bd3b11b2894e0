import Bitstreams
import ISOBaseMedia

/// What a sample entry is to protection.
enum SampleEntryRole: Hashable, Sendable {
    /// AVC, with parameter sets in `avcC` or also in samples.
    case avc(isInBand: Bool)
    /// HEVC, with parameter sets in `hvcC` or also in samples.
    case hevc(isInBand: Bool)
    /// AV1.
    case av1
    /// Audio.
    case wholeSamples
    /// Text and metadata.
    case clear

    /// handler_types of tracks that stay clear.
    private static let clearHandlers: Set<FourCharacterCode> = ["text", "subt", "sbtl", "clcp", "meta"]

    /// The role of a format in a track; nil where there is no rule for it.
    ///
    /// Pictures and sound in a track that calls itself text have none: they are not left clear because of it.
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
    /// The codec of a sample entry, from its role and the decoder's configuration in it.
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
            self = .av1(configuration: Array(configuration.configurationUnits))
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
