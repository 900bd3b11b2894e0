import Bitstreams
import ElementaryStreams
import ISOBaseMedia

/// Makes `avcC` of parameter sets (ISO/IEC 14496-15, 5.3.3.1).
enum AVCConfigurationMaker {
    /// - Parameters:
    ///   - first: the first sequence parameter set.
    ///   - sequences: the sequence parameter sets, at most 31.
    ///   - pictures: the picture parameter sets, at most 255.
    /// - Returns: the box; NAL units have lengths of 4 bytes.
    static func box(
        _ first: AVCSequenceParameterSet,
        _ sequences: [[UInt8]],
        _ pictures: [[UInt8]]
    ) -> BoxNode {
        // configurationVersion; six reserved bits and lengthSizeMinusOne; three reserved bits and the count.
        var body: [UInt8] = [1, first.profile, first.constraints, first.level, 0xFF]
        body.append(0xE0 | UInt8(sequences.count))
        for unit in sequences { body.append(lengthPrefixed: unit) }
        body.append(UInt8(pictures.count))
        for unit in pictures { body.append(lengthPrefixed: unit) }
        if first.tellsChromaFormat {
            body += [
                0xFC | first.chromaFormatIndicator, 0xF8 | (first.lumaDepth - 8),
                0xF8 | (first.chromaDepth - 8), 0,
            ]
        }
        return BoxNode("avcC", fields: body)
    }
}

/// Makes `hvcC` of parameter sets (ISO/IEC 14496-15, 8.3.3.1).
enum HEVCConfigurationMaker {
    /// - Parameters:
    ///   - first: the first sequence parameter set.
    ///   - sets: the parameter sets.
    ///   - isInBand: whether samples have sets, too: then the arrays are not complete.
    /// - Returns: the box; NAL units have lengths of 4 bytes.
    static func box(
        _ first: HEVCSequenceParameterSet,
        _ sets: ParameterSets,
        isInBand: Bool
    ) -> BoxNode {
        let profile = first.profileTierLevel
        var body: [UInt8] = [
            1, profile.profileSpace << 6 | (profile.isHighTier ? 0x20 : 0) | profile.profile,
        ]
        body.append(bigEndian: profile.compatibility)
        body += profile.constraints
        body.append(profile.level)
        // min_spatial_segmentation_idc 0 and parallelismType 0: nothing is said of them.
        body += [0xF0, 0, 0xFC]
        body += [
            0xFC | first.chromaFormatIndicator, 0xF8 | (first.lumaDepth - 8) & 7,
            0xF8 | (first.chromaDepth - 8) & 7,
        ]
        // avgFrameRate and constantFrameRate: not told.
        body += [0, 0, first.subLayerCount << 3 | (first.hasTemporalNesting ? 4 : 0) | 3]
        let types = (UInt8(32)...34).filter { !sets.all($0).isEmpty }
        body.append(UInt8(types.count))
        for type in types {
            let units = sets.all(type)
            body.append((isInBand ? 0 : 0x80) | type)
            body.append(bigEndian: UInt16(clamping: units.count))
            for unit in units { body.append(lengthPrefixed: unit) }
        }
        return BoxNode("hvcC", fields: body)
    }
}

extension [UInt8] {
    /// Appends a parameter set behind its length of 16 bits.
    fileprivate mutating func append(lengthPrefixed unit: [UInt8]) {
        append(bigEndian: UInt16(clamping: unit.count))
        self += unit
    }
}
