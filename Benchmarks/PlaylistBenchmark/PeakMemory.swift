import CLinux
import Foundation

/// The greatest resident size of this process (proc(5), `VmHWM`), in bytes.
enum PeakMemory {
    /// Gives free memory back and starts anew.
    ///
    /// - Returns: the size from which it grows.
    static func reset() throws -> Int {
        fairlead_trim_heap()
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "/proc/self/clear_refs"))
        // 5 sets the peak to what is resident now.
        try file.write(contentsOf: Data("5".utf8))
        try file.close()
        return try current()
    }

    /// The peak since then.
    static func current() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
        return (kilobytes ?? 0) << 10
    }
}
