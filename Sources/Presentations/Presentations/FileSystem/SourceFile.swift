package import Bitstreams
import Mezzanines

/// A media file of a clear presentation that one thread reads: on a disk, or made while it is read.
package struct SourceFile: ~Copyable {
    private enum Content: ~Copyable {
        case file(InputFile)
        case made(any ByteSource, any ByteSourceReader)
    }

    /// What tells whether it changed, when it was opened.
    let version: FileVersion
    private let content: Content

    /// A file on a disk.
    init(_ file: consuming InputFile) {
        version = file.version
        content = .file(file)
    }

    /// A file that is made.
    ///
    /// - Parameters:
    ///   - source: the file.
    ///   - reader: a reader of it, for this thread.
    init(_ source: any ByteSource, _ reader: any ByteSourceReader) {
        version = FileVersion(madeOf: source.size)
        content = .made(source, reader)
    }

    /// The size when it was opened, in bytes.
    var size: UInt64 { version.size }

    /// Whether it still is as it was when it was opened.
    package borrowing func isUnchanged() -> Bool {
        switch content {
        case .file(let file): file.isUnchanged()
        case .made(let source, _): source.isUnchanged()
        }
    }

    /// Reads at `offset` into a part of `buffer` until it is full; fewer bytes only at the end of the file.
    ///
    /// - Returns: how many bytes were read.
    /// - Throws: `SourceFileError` where they cannot be had.
    borrowing func read(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(SourceFileError) -> Int {
        switch content {
        case .file(let file):
            do throws(SystemCallError) {
                return try file.read(into: &buffer, range, at: offset)
            } catch {
                throw .system(error)
            }
        case .made(_, let reader):
            do throws(ByteSourceFailure) {
                return try reader.read(into: &buffer, range, at: offset)
            } catch {
                throw .made(error)
            }
        }
    }
}

/// Why bytes of a file of the presentation cannot be had.
enum SourceFileError: Error {
    /// The file on the disk cannot be read.
    case system(SystemCallError)
    /// What the file is made of cannot be read.
    case made(ByteSourceFailure)
}

extension PresentationError {
    /// The failure of reading a file that a playlist names.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - origin: the line that names it.
    ///   - error: what happened.
    init(reading file: TreePath, _ origin: MediaReference.Origin, _ error: SourceFileError) {
        switch error {
        case .system(let error): self = .media(file: file, origin, error)
        case .made(let failure): self.init(failure)
        }
    }

    /// The failure of reading what a file is made of.
    package init(_ failure: ByteSourceFailure) {
        switch failure {
        case .system(let call, let path, let code):
            self = .input(SystemCallError(call, path: path, code: code))
        case .malformed(let path, let error): self = .mezzanine(.malformed(path: path, error))
        case .changed(let path): self = .inputChanged(path: path)
        }
    }
}
