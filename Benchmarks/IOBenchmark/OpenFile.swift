import CFileCalls
import Glibc

/// An open file, closed when this object is released.
final class OpenFile: Sendable {
    let descriptor: CInt

    init(reading path: String, isDirect: Bool = false) throws(FileCallFailure) {
        let flags = O_RDONLY | O_CLOEXEC
        descriptor = try FileCallFailure.check("open") {
            unsafe isDirect ? bench_open_direct(path, flags, 0) : open(path, flags)
        }
    }

    /// Opens a file for writing.
    ///
    /// - Parameters:
    ///   - path: the file, created if it is missing.
    ///   - isDirect: true to bypass the page cache (O_DIRECT).
    ///   - isReadable: true if the file is to be mapped, too.
    /// - Throws: `FileCallFailure`.
    init(writing path: String, isDirect: Bool = false, isReadable: Bool = false) throws(FileCallFailure) {
        let flags = (isReadable ? O_RDWR : O_WRONLY) | O_CREAT | O_CLOEXEC
        descriptor = try FileCallFailure.check("open") {
            unsafe isDirect ? bench_open_direct(path, flags, 0o666) : open(path, flags, 0o666)
        }
    }

    deinit {
        close(descriptor)
    }

    /// Fills a part of memory with the bytes at an offset of the file.
    func read(into memory: Memory, _ range: Range<Int>, at offset: Int) throws(FileCallFailure) {
        var done = 0
        while done < range.count {
            let count = try FileCallFailure.check("pread") {
                unsafe pread(
                    descriptor,
                    memory.base + range.lowerBound + done,
                    range.count - done,
                    offset + done
                )
            }
            guard count > 0 else { throw FileCallFailure("pread", code: ENODATA) }
            done += count
        }
    }

    /// Writes a part of memory at an offset of the file.
    func write(_ memory: Memory, _ range: Range<Int>, at offset: Int) throws(FileCallFailure) {
        var done = 0
        while done < range.count {
            done += try FileCallFailure.check("pwrite") {
                unsafe pwrite(
                    descriptor,
                    memory.base + range.lowerBound + done,
                    range.count - done,
                    offset + done
                )
            }
        }
    }
}
