import Bitstreams

/// The part of segmentation_params that decides whether frames are lossless (AV1, 5.9.14).
struct AV1Segmentation: Hashable, Sendable {
    /// MAX_SEGMENTS.
    private static let segmentCount = 8
    /// The width of the value of each feature in bits, sign included; Segmentation_Feature_Bits, from
    /// SEG_LVL_ALT_Q on.
    private static let featureLengths = [1 + 8, 1 + 6, 1 + 6, 1 + 6, 1 + 6, 3, 0, 0]
    /// Segmentation_Feature_Max of SEG_LVL_ALT_Q.
    private static let maximumQuantizerChange = 255

    /// FeatureData of SEG_LVL_ALT_Q for each segment, 0 if the feature is not enabled.
    private(set) var quantizerChanges = [Int](repeating: 0, count: segmentCount)

    /// Parses segmentation_params.
    ///
    /// - Parameters:
    ///   - reader: positioned at segmentation_enabled; advanced past segmentation_params.
    ///   - previous: the segmentation of the primary reference frame, or nil if there is none.
    /// - Throws: `ParseError` if bits are missing.
    init(_ reader: inout BitReader, previous: AV1Segmentation?) throws(ParseError) {
        guard try reader.flag() else { return }
        if let previous {
            // segmentation_update_map, segmentation_temporal_update
            if try reader.flag() { try reader.skip(1) }
            guard try reader.flag() else {
                self = previous
                return
            }
        }
        for segment in 0..<Self.segmentCount { quantizerChanges[segment] = try Self.features(&reader) }
    }

    /// Reads the features of a segment, and returns the value of SEG_LVL_ALT_Q.
    private static func features(_ reader: inout BitReader) throws(ParseError) -> Int {
        var quantizerChange = 0
        for (feature, length) in featureLengths.enumerated() where try reader.flag() {
            if feature == 0 {
                let value = try reader.signedBits(length)
                quantizerChange = min(max(value, -maximumQuantizerChange), maximumQuantizerChange)
            } else {
                try reader.skip(length)
            }
        }
        return quantizerChange
    }
}
