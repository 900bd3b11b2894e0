/// A way to transfer bytes from one file to another.
struct Way: Sendable {
    /// A system call that copies in the kernel, so that nothing can change the bytes.
    enum KernelCopy: Sendable {
        case copyFileRange
        case sendfile
        case clone
    }

    /// The way to map a source.
    enum Mapping: Sendable {
        /// Page faults map pages one by one; MADV_SEQUENTIAL makes the kernel read ahead.
        case sequential
        /// All pages are mapped at once (MAP_POPULATE).
        case populated
    }

    /// The call that gives a target its length before it is written.
    enum Allocation: Sendable {
        case none
        case fallocate
        case truncate
    }

    /// The advice to the kernel about the reads to come (posix_fadvise).
    enum Advice: Sendable {
        case none
        case sequential
        case willNeed
    }

    /// The threads that write.
    enum Writer: Sendable {
        /// Each thread writes the bytes that it has read.
        case itself
        /// One of the threads writes, and does nothing else.
        case oneOfThreads
        /// One additional thread writes.
        case oneMore
    }

    /// The files that bypass the page cache (O_DIRECT).
    enum Direct: Sendable {
        case none
        case target
        case both
    }

    let name: String
    var kernelCopy: KernelCopy?
    /// The size of a thread's buffer in bytes: a piece of one copied media resource, or 16 pieces that are
    /// encrypted side by side.
    var bufferLength = 1 << 20
    /// The mapping of the source, or nil to read it with `pread`.
    var mapping: Mapping?
    /// Indicates whether the target is mapped; otherwise it is written with `pwrite`.
    var mapsTarget = false
    var allocation = Allocation.none
    var advice = Advice.none
    var direct = Direct.none
    /// Indicates whether buffers are on pages of 2 MiB.
    var usesHugePages = false
    /// The number of written bytes at which the kernel is told to begin writing them to the disk, or nil for
    /// never.
    ///
    /// The call is sync_file_range; at the end of a media resource it is made for the rest.
    var writesBehind: Int?
    var writer = Writer.itself
    /// Indicates whether the way is for a disk only.
    var needsDisk = false

    /// All ways; a new way is a line here.
    static let all = [
        Way(name: "64 KiB", bufferLength: 64 << 10),
        Way(name: "256 KiB", bufferLength: 256 << 10),
        Way(name: "1 MiB"),
        Way(name: "4 MiB", bufferLength: 4 << 20),
        Way(name: "huge pages", usesHugePages: true),
        Way(name: "ftruncate", allocation: .truncate),
        Way(name: "fallocate", allocation: .fallocate),
        Way(name: "one thread only writes", writer: .oneOfThreads),
        Way(name: "one more thread, which writes", writer: .oneMore),
        Way(name: "source mapped", mapping: .sequential),
        Way(name: "source mapped, populated", mapping: .populated),
        Way(name: "target mapped", mapsTarget: true, allocation: .truncate),
        Way(name: "both mapped", mapping: .sequential, mapsTarget: true, allocation: .truncate),
        Way(name: "copy_file_range", kernelCopy: .copyFileRange),
        Way(name: "sendfile", kernelCopy: .sendfile),
        Way(name: "FICLONE", kernelCopy: .clone),
        Way(name: "POSIX_FADV_SEQUENTIAL", advice: .sequential, needsDisk: true),
        Way(name: "POSIX_FADV_WILLNEED", advice: .willNeed, needsDisk: true),
        Way(name: "sync_file_range, 1 MiB", writesBehind: 1 << 20, needsDisk: true),
        Way(name: "sync_file_range, 4 MiB", writesBehind: 4 << 20, needsDisk: true),
        Way(name: "sync_file_range, a unit", writesBehind: .max, needsDisk: true),
        Way(
            name: "the same, 4 MiB, fallocate",
            allocation: .fallocate,
            writesBehind: 4 << 20,
            needsDisk: true
        ),
        Way(name: "O_DIRECT target", direct: .target, needsDisk: true),
        Way(name: "O_DIRECT both", direct: .both, needsDisk: true),
    ]
}
