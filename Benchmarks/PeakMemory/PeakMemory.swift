import CLinux
import Foundation

/// The peak resident size of this process (proc(5), `VmHWM`), in bytes.
package enum PeakMemory {
    /// Returns free memory to the system and resets the peak.
    ///
    /// - Returns: the current size in bytes, from which the peak grows.
    package static func reset() throws -> Int {
        fairlead_trim_heap()
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "/proc/self/clear_refs"))
        // 5 resets the peak to the current resident size.
        try file.write(contentsOf: Data("5".utf8))
        try file.close()
        return try current()
    }

    /// Returns the peak since the last reset, in bytes.
    package static func current() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
        return (kilobytes ?? 0) << 10
    }
}
