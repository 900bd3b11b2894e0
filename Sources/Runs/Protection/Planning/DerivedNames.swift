import Presentations

/// Gives the further forms of a file names beside it: `init.mp4` becomes `init.key1.mp4`, `init.key2.mp4`, ...
///
/// No name is taken that the presentation has, and the same presentation gives the same names.
struct DerivedNames {
    private var taken: Set<TreePath>
    private var last: [TreePath: Int] = [:]

    /// - Parameter taken: the paths of the presentation.
    init(taken: some Sequence<TreePath>) {
        self.taken = Set(taken)
    }

    /// The next name for a form of a file.
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

    /// A name with a key's number before its ending.
    private static func name(_ name: String, _ number: Int) -> String {
        // By bytes: a combining mark behind a dot would make another `Character` of it.
        let bytes = name.utf8
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > bytes.startIndex else {
            return "\(name).key\(number)"
        }
        return "\(name[..<dot]).key\(number)\(name[dot...])"
    }
}
