import Glibc

/// Reads small files that the kernel generates (`/proc`, `/sys`), whose stated size is meaningless.
package enum KernelFile {
    /// Returns up to 8192 bytes of the file as text, or nil if it is empty or cannot be read.
    static func contents(of path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        let capacity = bytes.count
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, capacity) }
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }

    /// Returns the numbers in the file, separated by whitespace; other words, such as `max`, are skipped.
    package static func numbers(_ path: String) -> [UInt64] {
        (contents(of: path) ?? "").split(whereSeparator: \.isWhitespace).compactMap { UInt64($0) }
    }

    /// Returns the number after `name` in a file with one name and number per line, or nil if there is none.
    package static func value(_ name: String, of path: String) -> UInt64? {
        let lines = (contents(of: path) ?? "").split(separator: "\n").map { $0.split(separator: " ") }
        return lines.first { $0.first == name[...] }?.dropFirst().first.flatMap { UInt64($0) }
    }
}
