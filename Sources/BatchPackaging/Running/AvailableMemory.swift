import Glibc

/// The memory that is left to this process.
package enum AvailableMemory {
    /// Bytes, of the machine or of the control group, whichever is less; nil where neither can be told.
    ///
    /// - Parameters:
    ///   - machine: the file of proc(5) that tells of the machine.
    ///   - group: the folder of the process's control group (cgroup v2), as a container sees it.
    /// - Returns: what can be taken without that something else has to go.
    package static func bytes(
        machine: String = "/proc/meminfo",
        group: String = "/sys/fs/cgroup"
    ) -> UInt64? {
        var found: [UInt64] = []
        if let line = text(machine)?.split(separator: "\n").first(where: { $0.hasPrefix("MemAvailable:") }),
            let kibibytes = line.split(separator: " ").dropFirst().first.flatMap({ UInt64($0) })
        {
            found.append(kibibytes << 10)
        }
        if let limit = text(group + "/memory.max").flatMap(Self.number) {
            let used = text(group + "/memory.current").flatMap(Self.number) ?? 0
            found.append(limit > used ? limit - used : 0)
        }
        return found.min()
    }

    private static func number(_ text: String) -> UInt64? {
        UInt64(text.prefix { $0 != "\n" })
    }

    /// The start of a small file of the kernel's, which has no size.
    private static func text(_ path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        let capacity = bytes.count
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, capacity) }
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
