import Foundation

/// A temporary directory, removed when this object is released; its path has no symbolic links.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package init() throws {
        let path = FileManager.default.temporaryDirectory.path + "/packaging-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        self.path = URL(filePath: path).resolvingSymlinksInPath().path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file, creates the folders above it, and returns its path.
    @discardableResult
    package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        let file = URL(filePath: path + "/" + name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: file)
        return file.path
    }

    package func makeDirectory(_ name: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: path + "/" + name,
            withIntermediateDirectories: true
        )
        return path + "/" + name
    }

    package func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path + "/" + name)))
    }

    /// Returns the names in a folder, hidden ones included, sorted.
    package func names(in name: String = ".") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path + "/" + name).sorted()
    }

    package func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: path + "/" + name)
    }
}
