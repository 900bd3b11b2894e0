/// The path of a file in the tree of a presentation: relative to the root, without `.` and `..`.
///
/// The output has the same paths below another root. Paths are compared by their UTF-8 bytes, as file systems
/// do: Swift's string comparison would treat some distinct paths as equal.
package struct TreePath: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The names from the root to the file; never empty.
    package let components: [String]

    /// Creates a path from components without slashes, none of which is `.` or `..`.
    package init(components: [String]) {
        precondition(!components.isEmpty)
        self.components = components
    }

    /// Creates a path from components joined by slashes; empty components are skipped.
    package init(text: String) {
        self.init(components: text.split(separator: "/").map(String.init))
    }

    /// The components joined by slashes.
    package var description: String {
        components.joined(separator: "/")
    }

    /// Returns the path of the file below a directory on disk.
    package func path(under directory: String) -> String {
        (directory == "/" ? "" : directory) + "/" + description
    }

    /// The folder of the file: all components except the last.
    package var folder: ArraySlice<String> {
        components.dropLast()
    }

    /// Returns the path relative to another folder of the tree, as a playlist in that folder writes it.
    package func relative(to otherFolder: ArraySlice<String>) -> String {
        let common = zip(folder, otherFolder).prefix { Array($0.utf8) == Array($1.utf8) }.count
        let ups = [String](repeating: "..", count: otherFolder.count - common)
        return (ups + components.dropFirst(common)).joined(separator: "/")
    }

    /// The path without the extension of the file's name, which names a rendition.
    package var withoutExtension: String {
        let text = description
        let nameStart = text.lastIndex(of: "/").map(text.index(after:)) ?? text.startIndex
        guard let dot = text.lastIndex(of: "."), dot > nameStart else { return text }
        return String(text[..<dot])
    }

    /// The extension of the file's name in lower case, without dot; empty if there is none.
    var fileExtension: String {
        guard let name = components.last, let dot = name.lastIndex(of: ".") else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    /// Indicates whether the path is below a folder that is given relative to the same root.
    package func isBelow(_ folder: TreePath) -> Bool { folder.relative(of: self) != nil }

    /// Returns the path of a file relative to this folder, or nil if the file is not in it.
    func relative(of file: TreePath) -> TreePath? {
        guard file.components.count > components.count,
            zip(components, file.components).allSatisfy({ $0.utf8.elementsEqual($1.utf8) })
        else { return nil }
        return TreePath(components: Array(file.components[components.count...]))
    }

    /// Indicates whether the name of the file, or of a folder on the path, begins with a dot.
    package var isHidden: Bool { components.contains { $0.utf8.first == UInt8(ascii: ".") } }

    /// Compares the bytes of the components.
    package static func == (left: Self, right: Self) -> Bool {
        left.components.elementsEqual(right.components) { $0.utf8.elementsEqual($1.utf8) }
    }

    /// Orders by the bytes of the components, from the root on.
    package static func < (left: Self, right: Self) -> Bool {
        left.components.lexicographicallyPrecedes(right.components) {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }

    package func hash(into hasher: inout Hasher) {
        for component in components {
            hasher.combine(Array(component.utf8))
        }
    }
}
