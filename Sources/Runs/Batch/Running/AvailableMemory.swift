import Presentations

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
        if let kibibytes = KernelFile.value("MemAvailable:", of: machine) { found.append(kibibytes << 10) }
        if let limit = KernelFile.numbers(group + "/memory.max").first {
            let used = KernelFile.numbers(group + "/memory.current").first ?? 0
            // What the kernel keeps of files goes as soon as somebody needs the memory.
            let cached = KernelFile.value("inactive_file", of: group + "/memory.stat") ?? 0
            let needed = used > cached ? used - cached : 0
            found.append(limit > needed ? limit - needed : 0)
        }
        return found.min()
    }
}
