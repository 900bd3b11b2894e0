package import Bitstreams
import Glibc
import Synchronization

/// A file as a byte source, of which each reader has a window in memory, with one descriptor for all threads.
package final class WindowedFile: ByteSource {
    private let file: InputFile
    /// The windows of readers that are no longer used, whose bytes the next reader may need again.
    private let idleWindows = Mutex<[ReadWindow]>([])

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

    /// Returns a reader that reads the small ranges of many samples with few system calls.
    package func makeReader() throws(ByteSourceError) -> any ByteSourceReader {
        WindowedFileReader(self, idleWindows.withLock { $0.popLast() } ?? ReadWindow())
    }

    /// Indicates whether size, times and identity of the file are those found when it was opened.
    package func isUnchanged() -> Bool { file.isUnchanged() }

    /// Indicates whether size and modification time are those found when it was opened.
    package func hasSameContents() -> Bool { file.hasSameContents() }

    /// Reads through the window of a reader.
    fileprivate func read(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64,
        through window: inout ReadWindow
    ) throws(ByteSourceError) -> Int {
        do throws(SystemCallError) {
            return try window.read(into: &buffer, range, at: offset, ofSize: size) {
                (buffer, range, offset) throws(SystemCallError) in
                try file.read(into: &buffer, range, at: offset)
            }
        } catch {
            throw .system(call: error.call, path: error.path, code: error.code)
        }
    }

    /// Keeps the window of a reader for the next one.
    fileprivate func keep(_ window: ReadWindow) {
        idleWindows.withLock { $0.append(window) }
    }
}

/// A reader of a `WindowedFile`, for one thread.
private final class WindowedFileReader: ByteSourceReader {
    private let file: WindowedFile
    private var window: ReadWindow

    init(_ file: WindowedFile, _ window: ReadWindow) {
        self.file = file
        self.window = window
    }

    deinit {
        file.keep(window)
    }

    func read(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(ByteSourceError) -> Int {
        try file.read(into: &buffer, range, at: offset, through: &window)
    }
}
