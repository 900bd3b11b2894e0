/// A search for the name that a mistyped name may have meant.
package enum NearestName {
    /// Returns the name with the smallest edit distance (Levenshtein), if it is at most a third of its
    /// length.
    package static func of(_ typed: String, in names: [String]) -> String? {
        let typed = Array(typed.utf8.prefix(100))
        let distances = names.map { (name: $0, edits: edits(typed, Array($0.utf8))) }
        guard let nearest = distances.min(by: { $0.edits < $1.edits }),
            nearest.edits * 3 <= nearest.name.utf8.count
        else { return nil }
        return nearest.name
    }

    private static func edits(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var previousRow = Array(0...second.count)
        for (row, byte) in first.enumerated() {
            var currentRow = [row + 1]
            for (column, otherByte) in second.enumerated() {
                let replacementCost = previousRow[column] + (byte == otherByte ? 0 : 1)
                currentRow.append(min(replacementCost, previousRow[column + 1] + 1, currentRow[column] + 1))
            }
            previousRow = currentRow
        }
        return previousRow[second.count]
    }
}
