import CLinux
import Glibc
import Synchronization

/// A file of the stage that is written in pieces at given offsets, usually in ascending order.
///
/// While more pieces are prepared, the kernel is asked to write finished ones to the disk (write-behind).
/// Otherwise all of them would be written by the synchronization of the stage, on one thread, while no other
/// work is left.
///
/// The file is complete only after `close()`: some file systems report a full disk only then.
package struct OutputFile: ~Copyable {
    /// The length and alignment of write-behind requests, in bytes; shorter ones split files into more
    /// extents.
    private static let stripeLength: UInt64 = 4 << 20
    /// The minimum length of the last write-behind request, in bytes, which `close()` makes.
    ///
    /// A shorter rest is left to the synchronization of the stage, which writes short files together.
    private static let minimumRestLength: UInt64 = 512 << 10

    private let path: String
    private let descriptor: CInt
    /// The end of the piece written last, in bytes from the start of the file.
    private let lastPieceEnd = Atomic<UInt64>(0)
    private let isOpen = Atomic<Bool>(true)

    /// Opens a file for writing and creates it if it is missing; an existing one is not truncated.
    package init(path: String) throws(SystemCallError) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw SystemCallError("open", path: path) }
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        if isOpen.load(ordering: .relaxed) { _ = Glibc.close(descriptor) }
    }

    /// Closes the file once all of it is written; only a failed run omits this call.
    ///
    /// If the synchronization of the stage does not report write errors (`SynchronizationErrors`), this waits
    /// until the file is on the disk: network file systems and FUSE report errors of fsync(2) or close(2)
    /// only.
    ///
    /// - Throws: `SystemCallError` if data could not be written.
    package borrowing func close() throws(SystemCallError) {
        guard isOpen.load(ordering: .relaxed) else { return }
        if SynchronizationErrors.areReported(of: descriptor) {
            let end = lastPieceEnd.load(ordering: .relaxed)
            let rest = end % Self.stripeLength
            if rest >= Self.minimumRestLength { beginWriteOut(from: end - rest, to: end) }
        } else {
            while fsync(descriptor) != 0 {
                guard errno == EINTR else { throw SystemCallError("fsync", path: path) }
            }
        }
        isOpen.store(false, ordering: .relaxed)
        // An interrupted close(2) has closed the descriptor, too; fsync(2) or syncfs(2) reports its write
        // errors.
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
        lastPieceEnd.store(newEnd, ordering: .relaxed)
        let alignedStart = offset - offset % Self.stripeLength
        let alignedEnd = newEnd - newEnd % Self.stripeLength
        if alignedStart < alignedEnd { beginWriteOut(from: alignedStart, to: alignedEnd) }
    }

    /// Requests write-behind and ignores errors, which the synchronization of the stage reports.
    private borrowing func beginWriteOut(from start: UInt64, to end: UInt64) {
        _ = fairlead_begin_write_out(descriptor, off_t(start), off_t(end - start))
    }

    /// Creates a small file with the given content.
    package static func write(_ bytes: [UInt8], to path: String) throws(SystemCallError) {
        let file = try OutputFile(path: path)
        try file.write(bytes, count: bytes.count, at: 0)
        try file.close()
    }
}
