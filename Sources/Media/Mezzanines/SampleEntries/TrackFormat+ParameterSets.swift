import Bitstreams
import ISOBaseMedia

extension TrackFormat {
    /// The types of sample entries that allow parameter sets in samples, by the types that do not (ISO/IEC
    /// 14496-15, 5.4.2.1 and 8.4.3; Dolby Vision).
    private static let inBandTypes: [FourCharacterCode: FourCharacterCode] = [
        "avc1": "avc3", "hvc1": "hev1", "dvh1": "dvhe",
    ]

    /// Indicates whether the sample entry allows parameter sets in samples.
    var allowsSetsInSamples: Bool { Self.inBandTypes.values.contains(sampleEntry.type) }

    /// The format for samples with parameter sets that change, or are too many for the sample entry.
    var allowingSetsInSamples: TrackFormat {
        var entry = sampleEntry
        entry.type = Self.inBandTypes[entry.type] ?? entry.type
        return with(entry, changesParameterSets: true)
    }

    /// Returns the format with other parameter sets in the sample entry.
    ///
    /// - Throws: `ParseError` if the decoder configuration is malformed.
    func replacing(parameterSets sets: [[UInt8]]) throws(ParseError) -> TrackFormat {
        var entry = sampleEntry
        try entry.updateAll("avcC") { box throws(ParseError) in
            box.fields = try NALUnitArrays.avcBody(of: box.box, replacing: sets)[...]
        }
        try entry.updateAll("hvcC") { box throws(ParseError) in
            box.fields = try NALUnitArrays.hevcBody(of: box.box, replacing: sets)[...]
        }
        return with(entry, changesParameterSets: false)
    }

    private func with(_ entry: BoxNode, changesParameterSets: Bool) -> TrackFormat {
        TrackFormat(
            codec: codec,
            sampleEntry: entry,
            hasChangingParameterSets: changesParameterSets,
            codedSize: codedSize,
            audio: audio
        )
    }
}
