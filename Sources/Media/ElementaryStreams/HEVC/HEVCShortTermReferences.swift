import Bitstreams

/// A short-term reference picture set of HEVC (ITU-T H.265, 7.3.7 and 7.4.8).
struct HEVCShortTermReferences: Hashable, Sendable {
    /// A picture of the set.
    struct Picture: Hashable, Sendable {
        /// Its picture order count less that of the picture that has the set: not 0.
        let delta: Int
        /// Whether that picture may refer to it.
        let isUsed: Bool
    }

    /// The pictures before, the nearest first, and those after, the nearest first.
    let pictures: [Picture]

    /// The most pictures of a set.
    private static let limit = 16
    /// Differences in steps of one are at most 2^15.
    private static let largestDifference = (1 << 15) - 1

    /// Pictures that may be referred to.
    var usedCount: Int { pictures.count { $0.isUsed } }

    /// Reads the set that follows `earlier` ones.
    ///
    /// - Parameters:
    ///   - reader: stands at the set.
    ///   - earlier: the sets of the sequence parameter set so far.
    ///   - isInSlice: whether a slice header has it: then it may be predicted from any, not only from the last.
    /// - Throws: `ParseError` where bits are missing or a field has an excluded value.
    init(_ reader: inout NALUnitBitReader, after earlier: [Self], isInSlice: Bool) throws(ParseError) {
        let start = reader.offset
        let pictures: [Picture]
        if try reader.flag(if: !earlier.isEmpty) {
            let distance =
                try isInSlice ? reader.number("delta_idx_minus1", atMost: earlier.count - 1) + 1 : 1
            pictures = try Self.predicted(&reader, from: earlier[earlier.count - distance].pictures)
        } else {
            pictures = try Self.explicit(&reader)
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

    private static func explicit(_ reader: inout NALUnitBitReader) throws(ParseError) -> [Picture] {
        let before = try reader.number("num_negative_pics", atMost: limit)
        let after = try reader.number("num_positive_pics", atMost: limit - before)
        var pictures: [Picture] = []
        pictures.reserveCapacity(before + after)
        for (count, sign) in [(before, -1), (after, 1)] {
            var delta = 0
            for _ in 0..<count {
                delta += sign * (try reader.number("delta_poc_minus1", atMost: largestDifference) + 1)
                pictures.append(Picture(delta: delta, isUsed: try reader.flag()))
            }
        }
        return pictures
    }

    /// Moves the pictures of another set, and the picture that has it, by one difference, and chooses among them.
    private static func predicted(
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
            // What lands on the picture itself is no reference.
            if delta + shift != 0 { pictures.append(Picture(delta: delta + shift, isUsed: isUsed)) }
        }
        return pictures.filter { $0.delta < 0 }.sorted { $0.delta > $1.delta }
            + pictures.filter { $0.delta > 0 }.sorted { $0.delta < $1.delta }
    }
}
