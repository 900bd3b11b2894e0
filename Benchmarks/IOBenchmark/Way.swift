/// A way to bring bytes from one file to another.
struct Way: Sendable {
    /// What does all of it in the kernel: nothing can change the bytes.
    enum KernelCopy: Sendable {
        case copyFileRange
        case sendfile
        case clone
    }

    /// How a source is mapped.
    enum Mapping: Sendable {
        /// Pages are found one by one, by MADV_SEQUENTIAL with those behind.
        case sequential
        /// All pages are found when it is mapped.
        case populated
    }

    /// What a target is told of its length before it is written.
    enum Allocation: Sendable {
        case none
        case fallocate
        case truncate
    }

    /// What the kernel is told of the reading to come (posix_fadvise).
    enum Advice: Sendable {
        case none
        case sequential
        case willNeed
    }

    /// Who writes.
    enum Writer: Sendable {
        /// Each thread what it has read.
        case itself
        /// One of the threads, and does nothing else.
        case oneOfThreads
        /// One thread more.
        case oneMore
    }

    /// Which end of a way goes past the page cache.
    enum Direct: Sendable {
        case none
        case target
        case both
    }

    let name: String
    var kernelCopy: KernelCopy?
    /// Bytes of a thread's buffer: a piece of a unit that is copied, or pieces of 16 that are encrypted side by side.
    var bufferLength = 1 << 20
    /// nil: by `pread`.
    var mapping: Mapping?
    /// Else by `pwrite`.
    var mapsTarget = false
    var allocation = Allocation.none
    var advice = Advice.none
    var direct = Direct.none
    /// Whether buffers are on pages of 2 MiB.
    var usesHugePages = false
    /// So many bytes of a unit at a time the kernel is told to begin to bring to the disk (sync_file_range), as soon as they are
    /// written: a unit at most.
    var writesBehind: Int?
    var writer = Writer.itself
    /// Whether only a disk has it.
    var needsDisk = false

    /// A new way is a line here.
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
