import Bitstreams
import ElementaryStreams
import ISOBaseMedia

/// Builds `avcC` from parameter sets (ISO/IEC 14496-15, 5.3.3.1).
enum AVCConfigurationBuilder {
    /// Returns the box, for NAL unit lengths of 4 bytes.
    ///
    /// - Parameters:
    ///   - first: the first sequence parameter set, parsed.
    ///   - sequenceSets: the sequence parameter sets, at most 31.
    ///   - pictureSets: the picture parameter sets, at most 255.
    /// - Returns: the box.
    static func box(
        _ first: AVCSequenceParameterSet,
        _ sequenceSets: [[UInt8]],
        _ pictureSets: [[UInt8]]
    ) -> BoxNode {
        // configurationVersion to AVCLevelIndication; six reserved bits and lengthSizeMinusOne; three
        // reserved bits and the number of sequence parameter sets
        var body: [UInt8] = [1, first.profile, first.constraints, first.level, 0xFF]
        body.append(0xE0 | UInt8(sequenceSets.count))
        for unit in sequenceSets { body.append(lengthPrefixed: unit) }
        body.append(UInt8(pictureSets.count))
        for unit in pictureSets { body.append(lengthPrefixed: unit) }
        if first.signalsChromaFormat {
            body += [
                0xFC | first.chromaFormatIndicator, 0xF8 | (first.lumaDepth - 8),
                0xF8 | (first.chromaDepth - 8), 0,
            ]
        }
        return BoxNode("avcC", fields: body)
    }
}

/// Builds `hvcC` from parameter sets (ISO/IEC 14496-15, 8.3.3.1).
enum HEVCConfigurationBuilder {
    /// Returns the box, for NAL unit lengths of 4 bytes.
    ///
    /// - Parameters:
    ///   - first: the first sequence parameter set, parsed.
    ///   - sets: the parameter sets.
    ///   - isInBand: true if samples have parameter sets, too; the arrays are then marked as not complete.
    /// - Returns: the box.
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
        // min_spatial_segmentation_idc 0 and parallelismType 0 mean unknown.
        body += [0xF0, 0, 0xFC]
        body += [
            0xFC | first.chromaFormatIndicator, 0xF8 | (first.lumaDepth - 8) & 7,
            0xF8 | (first.chromaDepth - 8) & 7,
        ]
        // avgFrameRate 0 and constantFrameRate 0 mean unspecified.
        body += [0, 0, first.subLayerCount << 3 | (first.hasTemporalNesting ? 4 : 0) | 3]
        let types = (UInt8(32)...34).filter { !sets.sampleEntrySets(ofType: $0).isEmpty }
        body.append(UInt8(types.count))
        for type in types {
            let units = sets.sampleEntrySets(ofType: type)
            body.append((isInBand ? 0 : 0x80) | type)
            body.append(bigEndian: UInt16(clamping: units.count))
            for unit in units { body.append(lengthPrefixed: unit) }
        }
        return BoxNode("hvcC", fields: body)
    }
}

extension [UInt8] {
    /// Appends the size of a parameter set as 16 bits, then the set.
    fileprivate mutating func append(lengthPrefixed unit: [UInt8]) {
        append(bigEndian: UInt16(clamping: unit.count))
        self += unit
    }
}
