/// Two titles whose results would come into each other's way: one path, or one inside of the other's.
///
/// Paths are compared as texts, without what says nothing (`//`, `./`, a slash at the end): no file is looked at, so that
/// links and `..` are not followed.
package struct OutputPathConflict: Error, Hashable, Sendable, CustomStringConvertible {
    /// A title with its output.
    package struct Output: Hashable, Sendable {
        /// The line of the title in the manifest.
        package let line: Int
        /// Where its result goes.
        package let path: String

        /// Memberwise.
        package init(line: Int, path: String) {
            self.line = line
            self.path = path
        }
    }

    /// The output of the title that comes first.
    package let first: Output
    /// The other one.
    package let second: Output

    /// What was found, what is expected and what to do.
    package var description: String {
        let isSame = Self.key(first.path) == Self.key(second.path)
        return "the titles of lines \(first.line) and \(second.line) have "
            + (isSame
                ? "one output (got \(second.path.debugDescription), expected one for each)."
                : "outputs one inside of the other (got \(first.path.debugDescription) and "
                    + "\(second.path.debugDescription)).")
            + " Put a variable that tells them apart into --output."
    }

    /// Looks for outputs that are the same, or inside of another.
    ///
    /// - Parameter outputs: those of all titles, in order.
    /// - Throws: the conflict whose second title comes first.
    package static func check(_ outputs: some Sequence<Output>) throws(OutputPathConflict) {
        let all = Array(outputs)
        let keys = all.map { key($0.path) }
        let order = keys.indices.sorted {
            keys[$0].lexicographicallyPrecedes(keys[$1]) || (keys[$0] == keys[$1] && $0 < $1)
        }
        // As the separator sorts before all that a name has, what is inside of a path comes right behind it.
        var pair: (first: Int, second: Int)?
        for (one, other) in zip(order, order.dropFirst()) where isAt(keys[other], orInside: keys[one]) {
            let found = (first: min(one, other), second: max(one, other))
            if found.second < pair?.second ?? .max { pair = found }
        }
        if let pair { throw OutputPathConflict(first: all[pair.first], second: all[pair.second]) }
    }

    private static let separator: UInt8 = 0

    /// The components, each behind a separator that sorts before all bytes of names.
    private static func key(_ path: String) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        // A path from the root has a component of its own in front, which no name is.
        var key: [UInt8] = path.utf8.first == slash ? [separator, slash] : []
        for component in path.utf8.split(separator: slash) where !component.elementsEqual(".".utf8) {
            key.append(separator)
            key += component
        }
        return key
    }

    private static func isAt(_ key: [UInt8], orInside other: [UInt8]) -> Bool {
        key.starts(with: other) && (key.count == other.count || key[other.count] == separator)
    }
}
