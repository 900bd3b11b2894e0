package import Bitstreams
package import Failures
import Mezzanines

/// A media file of a clear presentation, on disk or generated, opened for one thread.
package struct SourceFile: ~Copyable {
    private enum Content: ~Copyable {
        case file(InputFile)
        case generated(any ByteSource, any ByteSourceReader)
    }

    /// A window that changes while the file is borrowed.
    private final class Window {
        var window = ReadWindow()
    }

    /// The version of the file when it was opened, to detect changes.
    let version: FileVersion
    private let content: Content
    /// The window of small reads of a file on disk.
    private let window = Window()

    init(_ file: consuming InputFile) {
        version = file.version
        content = .file(file)
    }

    /// Creates a source from a generated file and a reader of it that only the current thread uses.
    init(_ source: any ByteSource, _ reader: any ByteSourceReader) {
        version = FileVersion(generatedSize: source.size)
        content = .generated(source, reader)
    }

    /// Indicates whether the file, or what it is generated from, has not changed since it was opened.
    package borrowing func isUnchanged() -> Bool {
        switch content {
        case .file(let file): file.isUnchanged()
        case .generated(let source, _): source.isUnchanged()
        }
    }

    /// Reads at `offset` into a part of `buffer` until the part is full or the file ends.
    ///
    /// - Returns: the number of bytes read, fewer than the part only at the end of the file.
    /// - Throws: `SourceFileError` if the bytes cannot be read.
    borrowing func read(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(SourceFileError) -> Int {
        switch content {
        case .file(let file):
            do throws(SystemCallError) {
                return try window.window.read(into: &buffer, range, at: offset, ofSize: file.size) {
                    (buffer, range, offset) throws(SystemCallError) in
                    try file.read(into: &buffer, range, at: offset)
                }
            } catch {
                throw .system(error)
            }
        case .generated(_, let reader):
            do throws(ByteSourceError) {
                return try reader.read(into: &buffer, range, at: offset)
            } catch {
                throw .byteSource(error)
            }
        }
    }
}

/// An error of reading a file of the presentation.
enum SourceFileError: Error {
    /// The file on disk cannot be read.
    case system(SystemCallError)
    /// An input that the file is generated from cannot be read.
    case byteSource(ByteSourceError)
}

extension RunFailure {
    /// Creates the error of reading a file that the playlist line `origin` names.
    init(reading file: TreePath, _ origin: MediaReference.Origin, _ error: SourceFileError) {
        switch error {
        case .system(let error): self = .media(file: file, origin, error)
        case .byteSource(let failure): self.init(failure)
        }
    }

    /// Creates the error of reading an input that a file is generated from.
    package init(_ failure: ByteSourceError) {
        switch failure {
        case .system(let call, let path, let code):
            self = .input(SystemCallError(call, path: path, code: code))
        case .malformed(let path, let error): self = .mezzanine(.malformed(path: path, error))
        case .changed(let path): self = .inputChanged(path: path)
        }
    }
}
