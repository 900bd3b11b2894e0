package import Failures

/// A check that no two titles have the same output path, or one output path inside the other.
///
/// Paths are compared as text, ignoring `//`, `./` and a trailing slash. The file system is not consulted, so
/// links and `..` are not resolved.
package enum OutputPathCheck {
    /// The output path of a title.
    package struct Output: Hashable, Sendable {
        /// The line of the title in the manifest.
        let line: Int
        /// The path of the output directory.
        package let path: String

        /// Creates an output.
        package init(line: Int, path: String) {
            self.line = line
            self.path = path
        }
    }

    /// Throws if two outputs are the same path, or one is inside another.
    ///
    /// - Parameters:
    ///   - outputs: the outputs of all titles, in manifest order.
    ///   - manifest: the path of the manifest, for messages.
    /// - Throws: `RunFailure` about the conflict whose second title comes first in the manifest.
    package static func check(
        _ outputs: some Sequence<Output>,
        manifest: String
    ) throws(RunFailure) {
        let all = Array(outputs)
        let keys = all.map { key($0.path) }
        let order = keys.indices.sorted {
            keys[$0].lexicographicallyPrecedes(keys[$1]) || (keys[$0] == keys[$1] && $0 < $1)
        }
        // The separator sorts before all bytes of names, so paths inside a path come directly after it.
        var pair: (first: Int, second: Int)?
        for (outer, inner) in zip(order, order.dropFirst()) where isAt(keys[inner], orInside: keys[outer]) {
            let conflict = (first: min(outer, inner), second: max(outer, inner))
            if conflict.second < pair?.second ?? .max { pair = conflict }
        }
        guard let (first, second) = pair else { return }
        throw keys[first] == keys[second]
            ? .sameOutput(all[first], all[second], manifest: manifest)
            : .outputInsideOutput(all[first], all[second], manifest: manifest)
    }

    fileprivate static let separator: UInt8 = 0

    /// Returns the path's components, each after a separator that sorts before all bytes of names.
    fileprivate static func key(_ path: String) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        // An absolute path begins with the component "/", which cannot be a name.
        var key: [UInt8] = path.utf8.first == slash ? [separator, slash] : []
        for component in path.utf8.split(separator: slash) where !component.elementsEqual(".".utf8) {
            key.append(separator)
            key += component
        }
        return key
    }

    private static func isAt(_ key: [UInt8], orInside outer: [UInt8]) -> Bool {
        key.starts(with: outer) && (key.count == outer.count || key[outer.count] == separator)
    }
}

/// The output paths of all titles, as hashes, by which a conflict is found without holding the paths.
///
/// A conflict that it finds may be one of hashes only; ``OutputPathCheck`` tells.
package struct OutputPathHashes {
    private var hashes = ByteStringHashes()

    /// Creates an empty set.
    package init() {}

    /// Adds a path; returns false if it may be there already.
    package mutating func insert(_ path: String) -> Bool { hashes.insert(OutputPathCheck.key(path)) }

    /// Indicates whether the path may be there.
    package func mayContain(_ path: String) -> Bool { hashes.mayContain(OutputPathCheck.key(path)) }

    /// Indicates whether a folder that the path is in may be there.
    package func mayContainFolder(of path: String) -> Bool {
        let key = OutputPathCheck.key(path)
        return key.indices.contains { index in
            key[index] == OutputPathCheck.separator && hashes.mayContain(key[..<index])
        }
    }
}
