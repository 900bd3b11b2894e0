import Bitstreams
import ISOBaseMedia

/// What a sample entry of video says: the codec, and what there is to say about it.
struct PictureConfiguration {
    let codec: TrackFormat.Codec
    /// Warnings.
    var notes: [String] = []
    /// Why samples of this kind are not packaged; nil where they are.
    var refusal: String?

    private init(_ codec: TrackFormat.Codec) {
        self.codec = codec
    }

    /// Reads the configuration of a format.
    ///
    /// - Parameter entry: the sample entry.
    /// - Returns: what it says; nil for a format that is not packaged.
    /// - Throws: `ParseError` where the configuration is missing or malformed.
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
        configuration.say(entry.type, inBand: "avc3", hasSets: types.contains(7) && types.contains(8))
        return configuration
    }

    private static func hevc(_ entry: BoxNode) throws(ParseError) -> Self {
        let units = try NALUnitArrays(hevc: try entry.onlyOrCopies("hvcC").box)
        var configuration = Self(.hevc)
        let types = units.parameterSets.map { ($0.first ?? 0) >> 1 & 0x3F }
        configuration.say(entry.type, inBand: "hev1", hasSets: types.contains(33) && types.contains(34))
        configuration.say(entry.type, inBand: "dvhe", hasSets: types.contains(33) && types.contains(34))
        for type in DolbyVisionConfigurationBox.types {
            guard let box = entry.first(type) else { continue }
            let profile = try DolbyVisionConfigurationBox(box.box).profile
            guard profile != 5, profile != 8 else { continue }
            configuration.refusal = "Dolby Vision profile \(profile): only 5 and 8 are"
        }
        return configuration
    }

    private static func av1(_ entry: BoxNode) throws(ParseError) -> Self {
        _ = try AV1ConfigurationBox(try entry.onlyOrCopies("av1C").box)
        return Self(.av1)
    }

    /// Says whether the parameter sets of a type that may have them in samples are in the entry.
    private mutating func say(_ type: FourCharacterCode, inBand: FourCharacterCode, hasSets: Bool) {
        guard type == inBand else {
            if !hasSets, !["avc3", "hev1", "dvhe"].contains(type) {
                refusal = "'\(type)' without parameter sets in its configuration"
            }
            return
        }
        let sets = hasSets ? "also stand in the sample entry" : "stand in samples only"
        notes.append("'\(type)': parameter sets may stand in samples, and \(sets)")
    }
}
