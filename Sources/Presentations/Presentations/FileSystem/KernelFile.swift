import Glibc

/// Small files of the kernel's, which have no size.
package enum KernelFile {
    /// The start of the text of one; nil if it cannot be read.
    package static func text(_ path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        let capacity = bytes.count
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, capacity) }
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }

    /// The numbers of a line; what is none, such as `max`, is left out.
    package static func numbers(_ path: String) -> [UInt64] {
        (text(path) ?? "").split(whereSeparator: \.isWhitespace).compactMap { UInt64($0) }
    }

    /// The number behind a name, of a file with a name and a number a line.
    package static func value(_ name: String, of path: String) -> UInt64? {
        let lines = (text(path) ?? "").split(separator: "\n").map { $0.split(separator: " ") }
        return lines.first { $0.first == name[...] }?.dropFirst().first.flatMap { UInt64($0) }
    }
}
