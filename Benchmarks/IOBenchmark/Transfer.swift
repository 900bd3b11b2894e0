import CFileCalls
import Ciphers
import Glibc
import Synchronization

/// A transfer of media resources from one folder to another, in one way, on several threads.
final class Transfer: Sendable {
    /// The greatest number of media resources that a thread encrypts side by side, as in fairlead.
    private static let widest = 16

    let way: Way
    let resources: [MediaResource]
    let source: String
    let target: String
    /// The content key, or nil to copy without encryption.
    let key: ContentKey?
    /// The number of media resources that a thread has open at once.
    ///
    /// All threads process their share in rounds of this size.
    let width: Int
    private let threads: Int
    private let claimed = Atomic<Int>(0)

    init(
        _ resources: [MediaResource],
        from source: String,
        to target: String,
        by way: Way,
        key: ContentKey?,
        threads: Int
    ) {
        self.way = way
        self.resources = resources
        self.source = source
        self.target = target
        self.key = key
        self.threads = threads
        let share = (resources.count + threads - 1) / threads
        let rounds = (share + Self.widest - 1) / Self.widest
        width = key == nil ? 1 : (share + rounds - 1) / rounds
    }

    /// Runs the transfer.
    func run() throws {
        try FileCallFailure.check("mkdir") { unsafe mkdir(target, 0o777) }
        guard way.writer != .itself else {
            return try Threads.run((0..<threads).map { _ in { try self.work(writingTo: nil) } })
        }
        let workerCount = way.writer == .oneMore ? threads : threads - 1
        let queue = try WriteQueue(workerCount: workerCount) { try makeBuffer() }
        let worker: @Sendable () throws -> Void = {
            defer { queue.endWorker() }
            try self.work(writingTo: queue)
        }
        try Threads.run(Array(repeating: worker, count: workerCount) + [{ try queue.drain() }])
    }

    /// Returns the next media resource, or nil if none is left.
    func next() -> MediaResource? {
        let index = claimed.add(1, ordering: .relaxed).oldValue
        return index < resources.count ? resources[index] : nil
    }

    private func work(writingTo queue: WriteQueue?) throws {
        if let copy = way.kernelCopy {
            while let resource = next() { try self.copy(resource, by: copy) }
        } else {
            try Worker(self, writingTo: queue).run()
        }
    }

    private func copy(_ resource: MediaResource, by copy: Way.KernelCopy) throws(FileCallFailure) {
        let (input, output) = try (
            OpenFile(reading: path(of: resource, in: source)),
            OpenFile(writing: path(of: resource, in: target))
        )
        var offset = resource.range.lowerBound
        switch copy {
        case .copyFileRange:
            while offset < resource.range.upperBound {
                offset += try FileCallFailure.check("copy_file_range") {
                    let count = resource.range.upperBound - offset
                    return bench_copy_file_range(input.descriptor, offset, output.descriptor, offset, count)
                }
            }
        case .sendfile:
            try FileCallFailure.check("lseek") { lseek(output.descriptor, offset, SEEK_SET) }
            while offset < resource.range.upperBound {
                offset += try FileCallFailure.check("sendfile") {
                    bench_sendfile(
                        input.descriptor,
                        offset,
                        output.descriptor,
                        resource.range.upperBound - offset
                    )
                }
            }
        case .clone:
            try FileCallFailure.check("FICLONE") { bench_clone(input.descriptor, output.descriptor) }
        }
    }

    func path(of resource: MediaResource, in folder: String) -> String { "\(folder)/\(resource.file)" }

    // MARK: Buffers

    /// The size of a piece in bytes: whole pages.
    var pieceLength: Int { key == nil ? way.bufferLength : way.bufferLength / Self.widest }

    /// The distance between pieces in a buffer, in bytes.
    ///
    /// It is no multiple of 4096, at which pieces would evict each other from the first-level cache. With
    /// O_DIRECT it is a multiple of 512, which that requires.
    var stride: Int { pieceLength + (way.direct == .none ? 5 * 64 : 512) }

    /// Allocates a buffer with a piece of each media resource that a thread has open.
    func makeBuffer() throws(FileCallFailure) -> Memory {
        try Memory(bufferOf: width * stride, usesHugePages: way.usesHugePages)
    }
}
