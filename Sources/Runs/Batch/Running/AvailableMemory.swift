import Presentations

/// The memory available to this process.
package enum AvailableMemory {
    /// Returns the memory available on the machine or in the control group, whichever is less, in bytes.
    ///
    /// - Parameters:
    ///   - machine: the path of the machine's memory statistics, in the format of `/proc/meminfo` (proc(5)).
    ///   - group: the directory of the process's control group (cgroup v2), as seen in a container.
    /// - Returns: the bytes that can be used without swapping, or nil if neither is known.
    package static func bytes(
        machine: String = "/proc/meminfo",
        group: String = "/sys/fs/cgroup"
    ) -> UInt64? {
        var amounts: [UInt64] = []
        if let kibibytes = KernelFile.value("MemAvailable:", of: machine) { amounts.append(kibibytes << 10) }
        if let limit = KernelFile.numbers(group + "/memory.max").first {
            let used = KernelFile.numbers(group + "/memory.current").first ?? 0
            // The kernel frees inactive file cache as soon as memory is needed.
            let cached = KernelFile.value("inactive_file", of: group + "/memory.stat") ?? 0
            let needed = used > cached ? used - cached : 0
            amounts.append(limit > needed ? limit - needed : 0)
        }
        return amounts.min()
    }
}
