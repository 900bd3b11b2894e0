import CFileCalls
import Ciphers
import Glibc

/// A media resource that a thread has open.
final class Lane {
    let resource: MediaResource
    /// The position among the media resources that the thread has open.
    let slot: Int
    let input: OpenFile
    let output: OpenFile
    /// The IV of the next piece: the last block of ciphertext.
    var iv: InitializationVector
    /// The number of bytes that are done.
    private(set) var done = 0
    /// The number of bytes that the kernel was told to write out.
    private var handedOut = 0

    init(_ resource: MediaResource, slot: Int, of transfer: Transfer) throws(FileCallFailure) {
        self.resource = resource
        self.slot = slot
        iv = resource.iv
        let way = transfer.way
        input = try OpenFile(
            reading: transfer.path(of: resource, in: transfer.source),
            isDirect: way.direct == .both
        )
        output = try OpenFile(
            writing: transfer.path(of: resource, in: transfer.target),
            isDirect: way.direct != .none,
            isReadable: way.mapsTarget
        )
        switch way.allocation {
        case .none: break
        case .truncate:
            try FileCallFailure.check("ftruncate") { ftruncate(output.descriptor, resource.fileLength) }
        case .fallocate:
            try FileCallFailure.check("fallocate") {
                bench_allocate(output.descriptor, resource.range.lowerBound, resource.range.count)
            }
        }
        let advice: CInt
        switch way.advice {
        case .none: return
        case .sequential: advice = POSIX_FADV_SEQUENTIAL
        case .willNeed: advice = POSIX_FADV_WILLNEED
        }
        let code = posix_fadvise(input.descriptor, resource.range.lowerBound, resource.range.count, advice)
        guard code == 0 else { throw FileCallFailure("posix_fadvise", code: code) }
    }

    /// The offset of the next piece in both files.
    var offset: Int { resource.range.lowerBound + done }
    var isDone: Bool { done == resource.range.count }

    /// Returns the size of the next piece in bytes.
    func nextCount(_ pieceLength: Int) -> Int { min(pieceLength, resource.range.count - done) }

    /// Moves to the next piece.
    func advance(by count: Int) { done += count }

    /// Tells the kernel to begin writing finished bytes to the disk.
    ///
    /// - Parameter count: the number of bytes to hand over at once; the rest follows at the end.
    /// - Throws: `FileCallFailure`.
    func writeBehind(_ count: Int) throws(FileCallFailure) {
        guard done - handedOut >= count || isDone else { return }
        try FileCallFailure.check("sync_file_range") {
            bench_begin_write_out(output.descriptor, resource.range.lowerBound + handedOut, done - handedOut)
        }
        handedOut = done
    }
}
