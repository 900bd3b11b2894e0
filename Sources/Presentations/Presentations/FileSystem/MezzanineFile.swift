package import Bitstreams
import Glibc

/// An input of `package` as bytes: one descriptor that all threads read from.
package final class MezzanineFile: ByteSource, ByteSourceReader {
    private let file: InputFile

    /// Opens a regular file.
    ///
    /// - Parameter path: as it was given.
    /// - Throws: `SystemCallError` for one that cannot be read.
    package init(path: String) throws(SystemCallError) {
        file = try InputFile(path: path)
    }

    /// The path that was opened.
    package var path: String { file.path }

    /// The size when it was opened, in bytes.
    package var size: UInt64 { file.size }

    /// What tells whether it changed, when it was opened.
    package var version: FileVersion { file.version }

    /// Itself: reading keeps nothing.
    package func makeReader() throws(ByteSourceFailure) -> any ByteSourceReader { self }

    /// Whether its size and the time of its last change are those of before.
    package func isUnchanged() -> Bool { file.isUnchanged() }

    /// Reads from the file; see `ByteSourceReader`.
    package func read(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(ByteSourceFailure) -> Int {
        // Offsets come from the file's own tables, and the system counts in signed numbers.
        guard offset < size else { return 0 }
        do throws(SystemCallError) {
            return try file.read(into: &buffer, range, at: offset)
        } catch {
            throw .system(call: error.call, path: error.path, code: error.code)
        }
    }
}
