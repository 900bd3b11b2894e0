/// The path of a file in the tree of a presentation: relative to its root, without `.` and `..`.
///
/// The output has the same tree, so a file's name there is the same path under another root. Paths are compared by
/// their UTF-8 bytes, as file systems do: Swift's own comparison would take two files for one.
package struct TreePath: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The names from the root to the file; never empty.
    package let components: [String]

    /// A path of components that hold no slash and are neither `.` nor `..`.
    package init(components: [String]) {
        precondition(!components.isEmpty)
        self.components = components
    }

    /// The path whose components are joined by slashes; what is empty between them does not count.
    package init(text: String) {
        self.init(components: text.split(separator: "/").map(String.init))
    }

    /// The components joined by slashes.
    package var description: String {
        components.joined(separator: "/")
    }

    /// The file below a directory on disk.
    package func path(under directory: String) -> String {
        (directory == "/" ? "" : directory) + "/" + description
    }

    /// The folder of the file: the components but the last.
    package var folder: ArraySlice<String> {
        components.dropLast()
    }

    /// The path as it is written in a playlist of another folder of the tree: it does not depend on the root.
    package func relative(to other: ArraySlice<String>) -> String {
        let common = zip(folder, other).prefix { Array($0.utf8) == Array($1.utf8) }.count
        let ups = [String](repeating: "..", count: other.count - common)
        return (ups + components.dropFirst(common)).joined(separator: "/")
    }

    /// The path without the ending of the file's name: the name of a rendition.
    package var withoutExtension: String {
        let text = description
        let name = text.lastIndex(of: "/").map(text.index(after:)) ?? text.startIndex
        guard let dot = text.lastIndex(of: "."), dot > name else { return text }
        return String(text[..<dot])
    }

    /// What follows the last dot of the file's name, in lower case; empty if there is none.
    package var fileExtension: String {
        guard let name = components.last, let dot = name.lastIndex(of: ".") else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    /// Whether the path is that of something in a folder, which has the same root.
    package func isBelow(_ folder: TreePath) -> Bool { folder.relative(of: self) != nil }

    /// The path of something in this folder, from the folder on; nil of what is not in it.
    package func relative(of file: TreePath) -> TreePath? {
        guard file.components.count > components.count,
            zip(components, file.components).allSatisfy({ $0.utf8.elementsEqual($1.utf8) })
        else { return nil }
        return TreePath(components: Array(file.components[components.count...]))
    }

    /// Whether the file, or a folder that it is in, is hidden.
    package var isHidden: Bool { components.contains { $0.utf8.first == UInt8(ascii: ".") } }

    /// Whether all components have the same bytes.
    package static func == (left: Self, right: Self) -> Bool {
        left.components.elementsEqual(right.components) { $0.utf8.elementsEqual($1.utf8) }
    }

    /// By the bytes of the components, from the root on.
    package static func < (left: Self, right: Self) -> Bool {
        left.components.lexicographicallyPrecedes(right.components) {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }

    /// Hashes the bytes.
    package func hash(into hasher: inout Hasher) {
        for component in components {
            hasher.combine(Array(component.utf8))
        }
    }
}
