import Presentations

/// Names the additional forms of a file: `init.mp4` gives `init.key1.mp4`, `init.key2.mp4`, ...
///
/// No name of the presentation is used again, and the same presentation gives the same names.
struct FormNames {
    private var taken: Set<TreePath>
    private var last: [TreePath: Int] = [:]

    /// - Parameter taken: the paths that the presentation uses.
    init(taken: some Sequence<TreePath>) {
        self.taken = Set(taken)
    }

    /// Returns the next unused name for a form of a file.
    mutating func next(of file: TreePath) -> TreePath {
        while true {
            let number = last[file, default: 0] + 1
            last[file] = number
            let derived = TreePath(
                components: file.folder + [Self.name(file.components.last ?? "", number)]
            )
            if taken.insert(derived).inserted { return derived }
        }
    }

    /// Returns a name with `.key` and a number before its extension.
    private static func name(_ name: String, _ number: Int) -> String {
        // By bytes, because a combining mark after a dot would form another `Character` with it.
        let bytes = name.utf8
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > bytes.startIndex else {
            return "\(name).key\(number)"
        }
        return "\(name[..<dot]).key\(number)\(name[dot...])"
    }
}
