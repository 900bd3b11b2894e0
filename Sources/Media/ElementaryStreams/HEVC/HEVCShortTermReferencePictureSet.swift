import Bitstreams

/// A short-term reference picture set of HEVC (ITU-T H.265, 7.3.7 and 7.4.8).
struct HEVCShortTermReferencePictureSet: Hashable, Sendable {
    /// A picture of the set.
    struct Picture: Hashable, Sendable {
        /// The picture order count relative to the current picture, never 0.
        let delta: Int
        /// Indicates whether the current picture may refer to this one.
        let isUsed: Bool
    }

    /// The pictures before the current one, nearest first, then the pictures after it, nearest first.
    let pictures: [Picture]

    /// The largest number of pictures in a set.
    private static let limit = 16
    /// The largest delta_poc_minus1 and abs_delta_rps_minus1.
    private static let largestDifference = (1 << 15) - 1

    /// The number of pictures that the current picture may refer to.
    var usedCount: Int { pictures.count { $0.isUsed } }

    /// Reads the set that follows the `earlier` ones.
    ///
    /// - Parameters:
    ///   - reader: positioned at the set; advanced past it.
    ///   - earlier: the sets that precede it in the sequence parameter set.
    ///   - isInSlice: true in a slice header, where the set may be predicted from any earlier set and not
    ///     only the last.
    /// - Throws: `ParseError` if bits are missing or a field has a forbidden value.
    init(_ reader: inout NALUnitBitReader, after earlier: [Self], isInSlice: Bool) throws(ParseError) {
        let start = reader.offset
        let pictures: [Picture]
        if try reader.flag(if: !earlier.isEmpty) {
            let distance =
                try isInSlice ? reader.number("delta_idx_minus1", atMost: earlier.count - 1) + 1 : 1
            pictures = try Self.readPredicted(&reader, from: earlier[earlier.count - distance].pictures)
        } else {
            pictures = try Self.readExplicit(&reader)
        }
        guard pictures.count <= Self.limit else {
            throw .invalid(
                offset: start,
                field: "short-term reference picture set",
                found: "of \(pictures.count) pictures",
                expected: "at most \(Self.limit)"
            )
        }
        self.pictures = pictures
    }

    private static func readExplicit(_ reader: inout NALUnitBitReader) throws(ParseError) -> [Picture] {
        let beforeCount = try reader.number("num_negative_pics", atMost: limit)
        let afterCount = try reader.number("num_positive_pics", atMost: limit - beforeCount)
        var pictures: [Picture] = []
        pictures.reserveCapacity(beforeCount + afterCount)
        for (count, sign) in [(beforeCount, -1), (afterCount, 1)] {
            var delta = 0
            for _ in 0..<count {
                delta += sign * (try reader.number("delta_poc_minus1", atMost: largestDifference) + 1)
                pictures.append(Picture(delta: delta, isUsed: try reader.flag()))
            }
        }
        return pictures
    }

    /// Derives a set from another one, whose pictures are selected and shifted by one difference.
    ///
    /// The picture that the other set belongs to is a candidate, too.
    private static func readPredicted(
        _ reader: inout NALUnitBitReader,
        from reference: [Picture]
    ) throws(ParseError) -> [Picture] {
        let isNegative = try reader.flag()
        let magnitude = try reader.number("abs_delta_rps_minus1", atMost: largestDifference) + 1
        let shift = isNegative ? -magnitude : magnitude
        var pictures: [Picture] = []
        for delta in reference.map(\.delta) + [0] {
            let isUsed = try reader.flag()
            // use_delta_flag
            guard try reader.flag(if: !isUsed, otherwise: true) else { continue }
            // A difference of 0 is the current picture, which is no reference.
            if delta + shift != 0 { pictures.append(Picture(delta: delta + shift, isUsed: isUsed)) }
        }
        return pictures.filter { $0.delta < 0 }.sorted { $0.delta > $1.delta }
            + pictures.filter { $0.delta > 0 }.sorted { $0.delta < $1.delta }
    }
}
