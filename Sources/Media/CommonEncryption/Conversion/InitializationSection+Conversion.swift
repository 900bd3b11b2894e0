import Bitstreams
import ISOBaseMedia
package import SampleEncryption

extension InitializationSection {
    /// Returns the clear initialization section with sample entries that allow no parameter sets in samples.
    ///
    /// `avc3` becomes `avc1`, `hev1` becomes `hvc1`, and so on. Nothing else changes; an initialization
    /// section without such entries is returned as it is.
    ///
    /// - Parameter movie: the format of this initialization section, with all parameter sets added.
    /// - Returns: the converted initialization section.
    /// - Throws: `SampleEncryptionError` if the decoder configuration of a sample entry cannot be parsed.
    package func movingParameterSets(
        _ movie: MovieFormat
    ) throws(SampleEncryptionError) -> InitializationSection {
        guard self.movie.allowsInBandParameterSets, movie.allowsInBandParameterSets else { return self }
        var boxes = boxes
        for index in boxes.indices where boxes[index].type == "moov" {
            var tracks = movie.tracks[...]
            try boxes[index].updateAll("trak") { track throws(SampleEncryptionError) in
                guard let format = tracks.popFirst() else { return }
                try track.updateSampleDescriptions { descriptions throws(SampleEncryptionError) in
                    for (entryIndex, entry) in zip(descriptions.children.indices, format.entries)
                    where entry.isInBand {
                        try Self.convert(&descriptions.children[entryIndex], entry)
                    }
                }
            }
        }
        return try InitializationSection(boxes.flatMap(\.bytes))
    }

    private static func convert(
        _ node: inout BoxNode,
        _ entry: MovieTrackFormat.Entry
    ) throws(SampleEncryptionError) {
        guard let type = MovieFormat.outOfBandFormats[node.type] else { return }
        let parameterSets = entry.configuration?.parameterSets ?? []
        node.type = type
        try node.updateAll("avcC") { box throws(SampleEncryptionError) in
            box.fields = try wrappingParseErrors { () throws(ParseError) in
                try NALUnitArrays.avcBody(of: box.box, replacing: parameterSets)
            }[...]
        }
        try node.updateAll("hvcC") { box throws(SampleEncryptionError) in
            box.fields = try wrappingParseErrors { () throws(ParseError) in
                try NALUnitArrays.hevcBody(of: box.box, replacing: parameterSets)
            }[...]
        }
    }
}
