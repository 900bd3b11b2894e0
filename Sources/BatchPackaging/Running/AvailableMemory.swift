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
        let lines = KernelFile.text(machine)?.split(separator: "\n") ?? []
        if let line = lines.first(where: { $0.hasPrefix("MemAvailable:") }),
            let kibibytes = line.split(separator: " ").dropFirst().first.flatMap({ UInt64($0) })
        {
            found.append(kibibytes << 10)
        }
        if let limit = KernelFile.numbers(group + "/memory.max").first {
            let used = KernelFile.numbers(group + "/memory.current").first ?? 0
            found.append(limit > used ? limit - used : 0)
        }
        return found.min()
    }
}
