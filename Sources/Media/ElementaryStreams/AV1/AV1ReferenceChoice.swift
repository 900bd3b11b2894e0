import Bitstreams

/// Which slots a frame refers to when only two of them are coded: the set frame refs process (AV1, 7.8).
struct AV1ReferenceChoice {
    /// The positions of LAST_FRAME to ALTREF_FRAME in ref_frame_idx.
    private enum Position {
        static let last = 0
        static let last2 = 1
        static let last3 = 2
        static let golden = 3
        static let backward = 4
        static let alternative2 = 5
        static let alternative = 6
    }

    /// For each slot how much later its frame is shown than the current one.
    private let distances: [Int]
    private let offset: UInt64
    private var isUsed = [Bool](repeating: false, count: AV1ReferenceFrames.count)

    /// - Parameters:
    ///   - references: the slots.
    ///   - hints: the order hint of the frame.
    ///   - offset: where it refers to them.
    /// - Throws: `.missing` where the order hint of a slot is not known.
    init(_ references: AV1ReferenceFrames, hints: AV1OrderHints, at offset: UInt64) throws(ParseError) {
        var distances: [Int] = []
        for slot in 0..<AV1ReferenceFrames.count {
            distances.append(hints.distance(to: try references.orderHint(slot, at: offset)))
        }
        self.distances = distances
        self.offset = offset
    }

    /// ref_frame_idx.
    ///
    /// - Parameters:
    ///   - last: last_frame_idx.
    ///   - golden: gold_frame_idx.
    /// - Returns: seven slots.
    /// - Throws: `.invalid` where one of the two is not shown before the frame.
    mutating func slots(last: Int, golden: Int) throws(ParseError) -> [Int] {
        guard distances[last] < 0, distances[golden] < 0 else {
            throw .invalid(
                offset: offset,
                field: "last_frame_idx and gold_frame_idx",
                found: "\(last) and \(golden), with a frame that is shown later",
                expected: "frames that are shown before"
            )
        }
        var slots = [Int?](repeating: nil, count: AV1FrameHeaderParser.referencesPerFrame)
        slots[Position.last] = last
        slots[Position.golden] = golden
        isUsed[last] = true
        isUsed[golden] = true
        slots[Position.alternative] = take(where: { $0 >= 0 }, isBetter: >=)
        slots[Position.backward] = take(where: { $0 >= 0 }, isBetter: <)
        slots[Position.alternative2] = take(where: { $0 >= 0 }, isBetter: <)
        let rest = [
            Position.last2, Position.last3, Position.backward, Position.alternative2, Position.alternative,
        ]
        for position in rest where slots[position] == nil {
            slots[position] = take(where: { $0 < 0 }, isBetter: >=)
        }
        let earliest = distances.indices.min { distances[$0] < distances[$1] } ?? 0
        return slots.map { $0 ?? earliest }
    }

    /// The best slot that no position has yet, by its distance: find_latest_backward, find_earliest_backward and
    /// find_latest_forward.
    private mutating func take(where isCandidate: (Int) -> Bool, isBetter: (Int, Int) -> Bool) -> Int? {
        var best: Int?
        for slot in distances.indices where !isUsed[slot] && isCandidate(distances[slot]) {
            if let found = best, !isBetter(distances[slot], distances[found]) { continue }
            best = slot
        }
        if let best { isUsed[best] = true }
        return best
    }
}
