import Foundation
import Presentations
import RepositoryFiles

/// Files of `SampleMedia`.
package enum SampleFile {
    package static func bytes(_ name: String) throws -> [UInt8] { try Repository.sampleBytes(name) }

    /// Returns the files below a folder of `SampleMedia`, with their paths in that folder.
    package static func tree(_ name: String) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        let root = Repository.sampleMedia.appending(path: name).path(percentEncoded: false)
        for file in try FileManager.default.subpathsOfDirectory(atPath: root)
        where Directory.status(of: root + "/" + file)?.isRegularFile == true {
            files[file] = try bytes(name + "/" + file)
        }
        return files
    }

    /// Returns a stream with longer packets: `front` bytes before and `behind` bytes after each packet of
    /// 188.
    package static func repacked(_ bytes: [UInt8], front: Int = 0, behind: Int = 0) -> [UInt8] {
        // The added bytes are arbitrary; the front ones look like an ADTS header.
        let before = Array([0xFF, 0xF1, 0x50, 0x80].prefix(front)) as [UInt8]
        let after = [UInt8](repeating: 0xFF, count: behind)
        var repacked: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 188) {
            repacked += before
            repacked += bytes[start..<start + 188]
            repacked += after
        }
        return repacked
    }

    /// Returns the packets that are program tables (PAT, PMT on PID 0x1000, SDT), or all others.
    package static func packets(_ bytes: [UInt8], areTables: Bool) -> [UInt8] {
        var found: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 188) {
            let pid = UInt16(bytes[start + 1] & 0x1F) << 8 | UInt16(bytes[start + 2])
            if [0x0000, 0x0011, 0x1000].contains(pid) == areTables { found += bytes[start..<start + 188] }
        }
        return found
    }
}
