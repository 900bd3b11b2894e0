import Ciphers
import Glibc

/// Pages of this process: a buffer, or an address range for mappings of files.
///
/// One thread at a time may use it: a thread that hands it on does not touch it any more.
@safe
final class Memory: @unchecked Sendable {
    private static let hugePageLength = 2 << 20

    let base: UnsafeMutableRawPointer
    let count: Int
    private let reserved: UnsafeMutableRawPointer
    private let reservedCount: Int

    /// Allocates a buffer and touches its pages.
    ///
    /// - Parameters:
    ///   - count: the size of the buffer, in bytes.
    ///   - usesHugePages: true to ask for pages of 2 MiB.
    /// - Throws: `FileCallFailure`.
    init(bufferOf count: Int, usesHugePages: Bool) throws(FileCallFailure) {
        reservedCount = (count / Self.hugePageLength + 2) * Self.hugePageLength
        unsafe reserved = try Self.map(
            nil,
            reservedCount,
            PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS,
            -1,
            0
        )
        let misalignment = Int(bitPattern: unsafe reserved) % Self.hugePageLength
        unsafe base = reserved + (Self.hugePageLength - misalignment) % Self.hugePageLength
        self.count = count
        if usesHugePages {
            let (start, length) = unsafe (base, (count / Self.hugePageLength + 1) * Self.hugePageLength)
            try FileCallFailure.check("madvise") { unsafe madvise(start, length, MADV_HUGEPAGE) }
        }
        unsafe memset(base, 0, count)
    }

    /// Reserves an address range for mappings.
    init(reserving count: Int) throws(FileCallFailure) {
        unsafe reserved = try Self.map(
            nil,
            count,
            PROT_NONE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
            -1,
            0
        )
        unsafe base = reserved
        reservedCount = count
        self.count = count
    }

    deinit {
        unsafe munmap(reserved, reservedCount)
    }

    /// Maps a part of a file for reading.
    func map(
        source file: OpenFile,
        _ range: Range<Int>,
        at offset: Int,
        _ mapping: Way.Mapping
    ) throws(FileCallFailure) {
        let flags = MAP_PRIVATE | MAP_FIXED | (mapping == .populated ? CInt(MAP_POPULATE) : 0)
        let start = unsafe base + offset
        _ = unsafe try Self.map(start, range.count, PROT_READ, flags, file.descriptor, range.lowerBound)
        if mapping == .sequential {
            try FileCallFailure.check("madvise") { unsafe madvise(start, range.count, MADV_SEQUENTIAL) }
        }
    }

    /// Maps a part of a file for writing.
    func map(target file: OpenFile, _ range: Range<Int>, at offset: Int) throws(FileCallFailure) {
        let protection = PROT_READ | PROT_WRITE
        let flags = MAP_SHARED | MAP_FIXED
        _ = unsafe try Self.map(
            base + offset,
            range.count,
            protection,
            flags,
            file.descriptor,
            range.lowerBound
        )
    }

    /// Ends mappings; the address range stays reserved.
    func unmap(_ range: Range<Int>) throws(FileCallFailure) {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED
        _ = unsafe try Self.map(base + range.lowerBound, range.count, PROT_NONE, flags, -1, 0)
    }

    /// Copies from other memory.
    func copy(_ count: Int, from other: Memory, at source: Int, to target: Int) {
        unsafe memcpy(base + target, other.base + source, count)
    }

    /// Encrypts parts of CBC chains in place.
    func encrypt(_ parts: [CBCChainPart], by engine: inout MultiBufferCBC?) throws(CipherError) {
        var bytes = unsafe UnsafeMutableBufferPointer(
            start: base.assumingMemoryBound(to: UInt8.self),
            count: count
        ).mutableSpan
        try engine?.encrypt(parts, inPlace: &bytes)
    }

    /// Encrypts parts of CBC chains from other memory into this.
    func encrypt(_ parts: [CBCChainPart], from other: Memory, by engine: inout MultiBufferCBC?)
        throws(CipherError)
    {
        let input = unsafe UnsafeBufferPointer(
            start: UnsafePointer(other.base.assumingMemoryBound(to: UInt8.self)),
            count: other.count
        ).span
        var output = unsafe UnsafeMutableBufferPointer(
            start: base.assumingMemoryBound(to: UInt8.self),
            count: count
        ).mutableSpan
        try engine?.encrypt(parts, from: input, into: &output)
    }

    /// Returns the last block of an encrypted part.
    func lastBlock(of part: CBCChainPart) -> InitializationVector {
        let bytes = unsafe UnsafeBufferPointer(
            start: UnsafePointer(base.assumingMemoryBound(to: UInt8.self)),
            count: count
        ).span
        return InitializationVector(
            block: bytes,
            at: part.targetRange.upperBound - MultiBufferCBC.blockByteCount
        )
    }

    /// Indicates whether the memory starts with a part of an array.
    func starts(with bytes: [UInt8], _ range: Range<Int>) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe bytes.baseAddress.map { unsafe memcmp(base, $0 + range.lowerBound, range.count) == 0 }
                ?? false
        }
    }

    private static func map(
        _ address: UnsafeMutableRawPointer?,
        _ count: Int,
        _ protection: CInt,
        _ flags: CInt,
        _ descriptor: CInt,
        _ offset: Int
    ) throws(FileCallFailure) -> UnsafeMutableRawPointer {
        guard let start = unsafe mmap(address, count, protection, flags, descriptor, offset),
            unsafe start != MAP_FAILED
        else { throw FileCallFailure("mmap") }
        return unsafe start
    }
}
