/// Finds where two lists of numbers differ, by their equal ends and by numbers that occur once in each.
struct LineAlignment {
    /// A difference: a range of the old list, and the range of the new list in its place.
    struct Difference: Equatable {
        let old: Range<Int>
        let new: Range<Int>
    }

    private let old: [UInt32]
    private let new: [UInt32]
    private var foundDifferences: [Difference] = []

    /// Returns the differences in their order.
    static func differences(_ old: [UInt32], _ new: [UInt32]) -> [Difference] {
        var alignment = LineAlignment(old: old, new: new)
        alignment.compare(0..<old.count, 0..<new.count)
        return alignment.foundDifferences
    }

    private init(old: [UInt32], new: [UInt32]) {
        self.old = old
        self.new = new
    }

    private mutating func compare(_ old: Range<Int>, _ new: Range<Int>) {
        let prefix = zip(old, new).prefix { self.old[$0] == self.new[$1] }.count
        let (left, right) = (old.dropFirst(prefix), new.dropFirst(prefix))
        let suffix = zip(left.reversed(), right.reversed()).prefix { self.old[$0] == self.new[$1] }.count
        let (oldRest, newRest) = (left.dropLast(suffix), right.dropLast(suffix))
        guard !oldRest.isEmpty || !newRest.isEmpty else { return }
        var (oldStart, newStart) = (oldRest.lowerBound, newRest.lowerBound)
        let anchors = anchors(oldRest, newRest)
        guard !anchors.isEmpty else {
            foundDifferences.append(Difference(old: oldRest, new: newRest))
            return
        }
        for (oldPosition, newPosition) in anchors {
            compare(oldStart..<oldPosition, newStart..<newPosition)
            (oldStart, newStart) = (oldPosition + 1, newPosition + 1)
        }
        compare(oldStart..<oldRest.upperBound, newStart..<newRest.upperBound)
    }

    /// Returns the positions of numbers that occur once in both lists, as many as are in the same order.
    private func anchors(_ old: Range<Int>, _ new: Range<Int>) -> [(old: Int, new: Int)] {
        let (oldPositions, newPositions) = (Self.unique(self.old, old), Self.unique(self.new, new))
        let pairs = oldPositions.compactMap { number, position in
            newPositions[number].map { (old: position, new: $0) }
        }
        .sorted { $0.old < $1.old }
        // The longest increasing sequence of positions in `new`, by patience sorting: of each length the one
        // with the lowest end.
        var ends: [Int] = []
        var predecessors = [Int?](repeating: nil, count: pairs.count)
        for (index, pair) in pairs.enumerated() {
            let length = ends.partitioningIndex { pairs[$0].new >= pair.new }
            predecessors[index] = length > 0 ? ends[length - 1] : nil
            if length < ends.count { ends[length] = index } else { ends.append(index) }
        }
        var chain: [(old: Int, new: Int)] = []
        var next = ends.last
        while let index = next {
            chain.append(pairs[index])
            next = predecessors[index]
        }
        return chain.reversed()
    }

    private static func unique(_ numbers: [UInt32], _ range: Range<Int>) -> [UInt32: Int] {
        var positions: [UInt32: Int?] = [:]
        for position in range {
            positions.updateValue(
                positions[numbers[position]] == nil ? position : nil,
                forKey: numbers[position]
            )
        }
        return positions.compactMapValues { $0 }
    }
}
