import CLinux
import Glibc
import Synchronization

/// A file of the stage that is written in pieces, each at its place.
///
/// The kernel begins to bring to the disk what is written while more is made (write-behind): else it would do so when the
/// stage is synchronized, on one thread, while nobody works. Pieces follow each other, as a rule.
///
/// A file is whole only after `close()`: some file systems say no sooner that there was no room.
package struct OutputFile: ~Copyable {
    /// So much goes to the disk at once: what is in one place there.
    private static let stripeLength: UInt64 = 4 << 20
    /// Less than this is left to the synchronization when the file is closed: short files go to the disk together.
    private static let leastRest: UInt64 = 512 << 10

    private let path: String
    private let descriptor: CInt
    /// Where the last piece ended.
    private let end = Atomic<UInt64>(0)
    private let isOpen = Atomic<Bool>(true)

    /// Opens a file for writing and creates it if it is missing.
    package init(path: String) throws(SystemCallError) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw SystemCallError("open", path: path) }
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        if isOpen.load(ordering: .relaxed) { _ = Glibc.close(descriptor) }
    }

    /// Closes the file when all of it is written; one that is not closed is of a run that fails.
    ///
    /// Where the synchronization of the stage does not tell what could not be written (`SynchronizationErrors`), it waits until the
    /// file is on the disk: file systems on a network or in user space (FUSE) tell there, or when the file is closed.
    ///
    /// - Throws: `SystemCallError` for what was not written.
    package borrowing func close() throws(SystemCallError) {
        guard isOpen.load(ordering: .relaxed) else { return }
        if SynchronizationErrors.areTold(of: descriptor) {
            let end = end.load(ordering: .relaxed)
            let rest = end % Self.stripeLength
            if rest >= Self.leastRest { beginWriteOut(from: end - rest, to: end) }
        } else {
            while fsync(descriptor) != 0 {
                guard errno == EINTR else { throw SystemCallError("fsync", path: path) }
            }
        }
        isOpen.store(false, ordering: .relaxed)
        // Interrupted or not, it is closed, and was on the disk before.
        guard Glibc.close(descriptor) == 0 || errno == EINTR else {
            throw SystemCallError("close", path: path)
        }
    }

    /// Writes the first `count` bytes of `buffer` at `offset`.
    package borrowing func write(_ buffer: [UInt8], count: Int, at offset: UInt64) throws(SystemCallError) {
        try write(buffer, 0..<count, at: offset)
    }

    /// Writes a part of `buffer` at `offset`.
    package borrowing func write(
        _ buffer: [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(SystemCallError) {
        precondition(range.lowerBound >= 0 && range.upperBound <= buffer.count)
        precondition(isOpen.load(ordering: .relaxed), "the number of a closed file may be that of another")
        var written = 0
        while written < range.count {
            let result = unsafe buffer.withUnsafeBytes { bytes in
                unsafe pwrite(
                    descriptor,
                    bytes.baseAddress.map { unsafe $0 + range.lowerBound + written },
                    range.count - written,
                    off_t(offset) + off_t(written)
                )
            }
            if result < 0 {
                if errno == EINTR { continue }
                throw SystemCallError("pwrite", path: path)
            }
            written += result
        }
        let newEnd = offset + UInt64(range.count)
        end.store(newEnd, ordering: .relaxed)
        let first = offset - offset % Self.stripeLength
        let last = newEnd - newEnd % Self.stripeLength
        if first < last { beginWriteOut(from: first, to: last) }
    }

    /// A request, and no more: what cannot be written is told by the synchronization of the stage.
    private borrowing func beginWriteOut(from start: UInt64, to end: UInt64) {
        _ = fairlead_begin_write_out(descriptor, off_t(start), off_t(end - start))
    }

    /// Writes a whole small file.
    package static func write(_ bytes: [UInt8], to path: String) throws(SystemCallError) {
        let file = try OutputFile(path: path)
        try file.write(bytes, count: bytes.count, at: 0)
        try file.close()
    }
}
