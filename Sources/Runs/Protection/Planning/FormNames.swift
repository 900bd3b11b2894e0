import Presentations

/// Names the additional forms of a file: `init.mp4` gives `init.key1.mp4`, `init.key2.mp4`, ...
///
/// No name of the presentation is used again, and the same presentation gives the same names.
struct FormNames {
    private var usedPaths: Set<TreePath>
    private var lastNumbers: [TreePath: Int] = [:]

    /// - Parameter usedPaths: the paths that the presentation uses.
    init(usedPaths: some Sequence<TreePath>) {
        self.usedPaths = Set(usedPaths)
    }

    /// Returns the next unused name for a form of a file.
    mutating func next(of file: TreePath) -> TreePath {
        while true {
            let number = lastNumbers[file, default: 0] + 1
            lastNumbers[file] = number
            let derived = TreePath(
                components: file.folder + [Self.name(file.components.last ?? "", number)]
            )
            if usedPaths.insert(derived).inserted { return derived }
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
