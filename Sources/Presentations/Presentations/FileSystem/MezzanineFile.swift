package import Bitstreams
import Glibc

/// An input file of `package` as a byte source, with one descriptor for all threads.
package final class MezzanineFile: ByteSource, ByteSourceReader {
    private let file: InputFile

    /// Opens a regular file.
    ///
    /// - Parameter path: the path as the user gave it.
    /// - Throws: `SystemCallError` if the file cannot be opened or is not a regular file.
    package init(path: String) throws(SystemCallError) {
        file = try InputFile(path: path)
    }

    /// The path as it was given, for messages.
    package var path: String { file.path }

    /// The size in bytes when the file was opened.
    package var size: UInt64 { file.size }

    /// The version of the file when it was opened, to detect changes.
    var version: FileVersion { file.version }

    /// Returns the file itself, since reading keeps no state.
    package func makeReader() throws(ByteSourceError) -> any ByteSourceReader { self }

    /// Indicates whether size, times and identity of the file are those found when it was opened.
    package func isUnchanged() -> Bool { file.isUnchanged() }

    package func read(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(ByteSourceError) -> Int {
        // Offsets come from tables in the file and may exceed the system's signed offsets.
        guard offset < size else { return 0 }
        do throws(SystemCallError) {
            return try file.read(into: &buffer, range, at: offset)
        } catch {
            throw .system(call: error.call, path: error.path, code: error.code)
        }
    }
}
