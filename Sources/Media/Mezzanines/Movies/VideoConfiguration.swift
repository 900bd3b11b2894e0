import Bitstreams
import ISOBaseMedia

/// The codec of a video sample entry, with warnings about it.
struct VideoConfiguration {
    let codec: TrackFormat.Codec
    private(set) var warnings: [String] = []
    /// The reason why video with this configuration is not packaged, or nil if it is.
    private(set) var refusal: CodecRefusal?

    private init(_ codec: TrackFormat.Codec) {
        self.codec = codec
    }

    /// Reads the decoder configuration.
    ///
    /// - Parameter entry: the sample entry.
    /// - Returns: the codec and warnings, or nil if the codec is not packaged at all.
    /// - Throws: `ParseError` if the configuration is missing or malformed.
    static func read(_ entry: BoxNode) throws(ParseError) -> Self? {
        switch entry.type {
        case "avc1", "avc3": try avc(entry)
        case "hvc1", "hev1", "dvh1", "dvhe": try hevc(entry)
        case "av01": try av1(entry)
        default: nil
        }
    }

    private static func avc(_ entry: BoxNode) throws(ParseError) -> Self {
        let units = try NALUnitArrays(avc: try entry.onlyOrCopies("avcC").box)
        var configuration = Self(.avc)
        let types = units.parameterSets.map { ($0.first ?? 0) & 0x1F }
        configuration.checkParameterSets(
            entry.type,
            inBand: "avc3",
            hasSets: types.contains(7) && types.contains(8)
        )
        return configuration
    }

    private static func hevc(_ entry: BoxNode) throws(ParseError) -> Self {
        let units = try NALUnitArrays(hevc: try entry.onlyOrCopies("hvcC").box)
        var configuration = Self(.hevc)
        let types = units.parameterSets.map { ($0.first ?? 0) >> 1 & 0x3F }
        configuration.checkParameterSets(
            entry.type,
            inBand: "hev1",
            hasSets: types.contains(33) && types.contains(34)
        )
        configuration.checkParameterSets(
            entry.type,
            inBand: "dvhe",
            hasSets: types.contains(33) && types.contains(34)
        )
        for type in DolbyVisionConfigurationBox.types {
            guard let box = entry.first(type) else { continue }
            let profile = try DolbyVisionConfigurationBox(box.box).profile
            guard profile != 5, profile != 8 else { continue }
            configuration.refusal = CodecRefusal(
                "Dolby Vision profile \(profile) (only 5 and 8 are supported)"
            )
        }
        return configuration
    }

    private static func av1(_ entry: BoxNode) throws(ParseError) -> Self {
        _ = try AV1ConfigurationBox(try entry.onlyOrCopies("av1C").box)
        return Self(.av1)
    }

    /// Adds a warning if the type of the entry allows parameter sets in samples, and refuses other types
    /// without sets.
    private mutating func checkParameterSets(
        _ type: FourCharacterCode,
        inBand: FourCharacterCode,
        hasSets: Bool
    ) {
        guard type == inBand else {
            if !hasSets, !["avc3", "hev1", "dvhe"].contains(type) {
                refusal = CodecRefusal(
                    "'\(type)' without parameter sets in its configuration",
                    expected: "parameter sets there"
                )
            }
            return
        }
        let setsLocation = hasSets ? "are also in the sample entry" : "are in samples only"
        warnings.append("'\(type)': parameter sets may be in samples, and \(setsLocation)")
    }
}
