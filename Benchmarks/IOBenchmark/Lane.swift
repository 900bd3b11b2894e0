import CFileCalls
import Ciphers
import Glibc

/// A unit that a thread has open.
final class Lane {
    let unit: Unit
    /// Its place among those that are open.
    let slot: Int
    let input: OpenFile
    let output: OpenFile
    /// What the next block is chained to.
    var vector: InitializationVector
    /// Bytes that are done.
    private(set) var done = 0
    /// Bytes that the kernel was told to write out.
    private var handedOut = 0

    init(_ unit: Unit, slot: Int, of transfer: Transfer) throws(FileCallFailure) {
        self.unit = unit
        self.slot = slot
        vector = unit.vector
        let way = transfer.way
        input = try OpenFile(
            reading: transfer.path(of: unit, in: transfer.source),
            isDirect: way.direct == .both
        )
        output = try OpenFile(
            writing: transfer.path(of: unit, in: transfer.target),
            isDirect: way.direct != .none,
            isReadable: way.mapsTarget
        )
        switch way.allocation {
        case .none: break
        case .truncate:
            try FileCallFailure.check("ftruncate") { ftruncate(output.descriptor, unit.fileLength) }
        case .fallocate:
            try FileCallFailure.check("fallocate") {
                bench_allocate(output.descriptor, unit.range.lowerBound, unit.range.count)
            }
        }
        let advice: CInt
        switch way.advice {
        case .none: return
        case .sequential: advice = POSIX_FADV_SEQUENTIAL
        case .willNeed: advice = POSIX_FADV_WILLNEED
        }
        let code = posix_fadvise(input.descriptor, unit.range.lowerBound, unit.range.count, advice)
        guard code == 0 else { throw FileCallFailure("posix_fadvise", code: code) }
    }

    /// Where the lane stands in both files.
    var offset: Int { unit.range.lowerBound + done }
    var isDone: Bool { done == unit.range.count }

    /// Bytes of the next piece.
    func nextCount(_ pieceLength: Int) -> Int { min(pieceLength, unit.range.count - done) }

    /// Goes on behind a piece.
    func advance(by count: Int) { done += count }

    /// Has what is written go to the disk already.
    ///
    /// - Parameter count: so many bytes at a time, or the whole unit.
    /// - Throws: `FileCallFailure`.
    func writeBehind(_ count: Int) throws(FileCallFailure) {
        guard done - handedOut >= count || isDone else { return }
        try FileCallFailure.check("sync_file_range") {
            bench_begin_write_out(output.descriptor, unit.range.lowerBound + handedOut, done - handedOut)
        }
        handedOut = done
    }
}
