import Foundation
import Presentations
import Testing

/// Changes to the files of a title, which have names relative to its directory.
extension Title {
    func read(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(filePath: directory + "/" + name)))
    }

    /// Returns the bytes of a file in the folder of the clear playlist.
    func clearBytes(_ name: String) throws -> [UInt8] {
        let root = try #require(Directory.parent(of: source))
        return try Array(Data(contentsOf: URL(filePath: root + "/" + name)))
    }

    func text(_ name: String) throws -> String {
        try String(decoding: read(name), as: UTF8.self)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        let url = URL(filePath: directory + "/" + name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: url)
    }

    func write(_ text: String, to name: String) throws {
        try write(Array(text.utf8), to: name)
    }

    /// Replaces the first occurrence of a text, which must be there.
    func replace(_ old: String, with new: String, in name: String) throws {
        let text = try text(name)
        let range = try #require(text.range(of: old), "\(name) has no \(old)")
        try write(text.replacingCharacters(in: range, with: new), to: name)
    }

    /// Edits the lines of a playlist with LF line ends; an index is the line number minus one.
    func editLines(of name: String, _ edit: (inout [String]) throws -> Void) throws {
        var lines = try text(name).components(separatedBy: "\n")
        try edit(&lines)
        try write(lines.joined(separator: "\n"), to: name)
    }

    func editBytes(of name: String, _ edit: (inout [UInt8]) throws -> Void) throws {
        var bytes = try read(name)
        try edit(&bytes)
        try write(bytes, to: name)
    }

    func swap(_ first: String, _ second: String) throws {
        let (left, right) = (try read(first), try read(second))
        try write(right, to: first)
        try write(left, to: second)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: directory + "/" + name)
    }

    func move(_ name: String, to other: String) throws {
        let target = URL(filePath: directory + "/" + other)
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try FileManager.default.moveItem(atPath: directory + "/" + name, toPath: target.path)
    }

    func copy(_ name: String, to other: String) throws {
        try FileManager.default.copyItem(atPath: directory + "/" + name, toPath: directory + "/" + other)
    }

    func copySample(_ sample: String, to name: String) throws {
        try FileManager.default.copyItem(atPath: Self.samples + "/" + sample, toPath: directory + "/" + name)
    }

    /// Copies the clear tree so that a test can change it, and returns the path of the playlist.
    func copySource() throws -> String {
        let root = try #require(Directory.parent(of: source))
        try FileManager.default.copyItem(atPath: root, toPath: directory + "/source")
        return directory + "/source/" + entry
    }
}
