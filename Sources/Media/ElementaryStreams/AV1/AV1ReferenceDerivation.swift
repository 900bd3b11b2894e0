import Bitstreams

/// The derivation of all references of a frame from the two that are coded: the set frame refs process (AV1,
/// 7.8).
struct AV1ReferenceDerivation {
    /// The indices of LAST_FRAME to ALTREF_FRAME in ref_frame_idx.
    private enum Position {
        static let last = 0
        static let last2 = 1
        static let last3 = 2
        static let golden = 3
        static let backward = 4
        static let alternative2 = 5
        static let alternative = 6
    }

    /// The distance of the frame in each slot from the current frame, positive if it is output later.
    private let distances: [Int]
    private let offset: UInt64
    private var isUsed = [Bool](repeating: false, count: AV1ReferenceFrames.count)

    /// Computes the distance of each slot from the current frame.
    ///
    /// - Parameters:
    ///   - references: the reference slots.
    ///   - hints: the order hint of the current frame.
    ///   - offset: the offset of the syntax element in the stream, for errors.
    /// - Throws: `.missing` if the order hint of a slot is unknown.
    init(_ references: AV1ReferenceFrames, hints: AV1OrderHints, at offset: UInt64) throws(ParseError) {
        var distances: [Int] = []
        for slot in 0..<AV1ReferenceFrames.count {
            distances.append(hints.distance(to: try references.orderHint(slot, at: offset)))
        }
        self.distances = distances
        self.offset = offset
    }

    /// Returns ref_frame_idx.
    ///
    /// - Parameters:
    ///   - last: last_frame_idx.
    ///   - golden: gold_frame_idx.
    /// - Returns: the slots of the seven references.
    /// - Throws: `.invalid` if one of the two frames is not output before the current frame.
    mutating func slots(last: Int, golden: Int) throws(ParseError) -> [Int] {
        guard distances[last] < 0, distances[golden] < 0 else {
            throw .invalid(
                offset: offset,
                field: "last_frame_idx and gold_frame_idx",
                found: "\(last) and \(golden), with a frame that is shown later",
                expected: "frames that are shown before the current one"
            )
        }
        var slots = [Int?](repeating: nil, count: AV1FrameHeaderParser.referencesPerFrame)
        slots[Position.last] = last
        slots[Position.golden] = golden
        isUsed[last] = true
        isUsed[golden] = true
        slots[Position.alternative] = takeBestSlot(where: { $0 >= 0 }, isBetter: >=)
        slots[Position.backward] = takeBestSlot(where: { $0 >= 0 }, isBetter: <)
        slots[Position.alternative2] = takeBestSlot(where: { $0 >= 0 }, isBetter: <)
        let rest = [
            Position.last2, Position.last3, Position.backward, Position.alternative2, Position.alternative,
        ]
        for position in rest where slots[position] == nil {
            slots[position] = takeBestSlot(where: { $0 < 0 }, isBetter: >=)
        }
        let earliest = distances.indices.min { distances[$0] < distances[$1] } ?? 0
        return slots.map { $0 ?? earliest }
    }

    /// Takes the best unused slot by its distance: find_latest_backward, find_earliest_backward and
    /// find_latest_forward.
    private mutating func takeBestSlot(where isCandidate: (Int) -> Bool, isBetter: (Int, Int) -> Bool) -> Int?
    {
        var best: Int?
        for slot in distances.indices where !isUsed[slot] && isCandidate(distances[slot]) {
            if let found = best, !isBetter(distances[slot], distances[found]) { continue }
            best = slot
        }
        if let best { isUsed[best] = true }
        return best
    }
}
