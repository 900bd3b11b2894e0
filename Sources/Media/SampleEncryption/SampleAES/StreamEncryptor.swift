/// A segment that is being encrypted in one pass.
///
/// Three calls are repeated: `fill` reads bytes straight into the encryptor's buffer, `process` encrypts, and
/// `drain` writes what is finished.
protocol StreamEncryptor: ~Copyable {
    /// Reads up to `count` bytes straight into the encryptor's buffer.
    ///
    /// - Parameters:
    ///   - count: the number of bytes to read.
    ///   - read: writes bytes at the start of the given range and returns their number.
    /// - Throws: the errors of `read`.
    mutating func fill<Failure: Error>(
        count: Int,
        _ read: (inout [UInt8], Range<Int>) throws(Failure) -> Int
    ) throws(Failure)

    /// Encrypts what is complete in the buffer; `isLast` says that no more bytes will come.
    ///
    /// - Throws: `SampleEncryptionError` if the segment is malformed or cannot be protected.
    mutating func process(isLast: Bool) throws(SampleEncryptionError)

    /// Calls `write` with the finished bytes, in order, and removes them from the buffer.
    mutating func drain<Failure: Error>(
        _ write: ([UInt8], Range<Int>) throws(Failure) -> Void
    ) throws(Failure)

    /// Ends the segment, all bytes of which must have been drained.
    ///
    /// - Parameter buffers: receives the storage, for the encryptor of the next segment.
    /// - Returns: the MAC, the output length and the offset map.
    /// - Throws: `SampleEncryptionError.cipher` if the cipher fails.
    consuming func finish(
        returning buffers: inout BufferPool
    ) throws(SampleEncryptionError) -> SegmentOutcome
}

extension StreamEncryptor where Self: ~Copyable {
    /// Encrypts a whole segment; the parameters are those of `SegmentEncryptor`.
    consuming func encrypt(
        length: UInt64,
        pieceLength: Int,
        buffers: inout BufferPool,
        read: (inout [UInt8], Range<Int>, UInt64) throws -> Void,
        write: ([UInt8], Range<Int>) throws -> Void
    ) throws -> SegmentOutcome {
        var offset: UInt64 = 0
        repeat {
            let count = Int(min(UInt64(pieceLength), length - offset))
            try fill(count: count) { (buffer, range) throws(any Error) in
                try read(&buffer, range.prefix(count), offset)
                return count
            }
            offset += UInt64(count)
            try process(isLast: offset == length)
            try drain(write)
        } while offset < length
        return try finish(returning: &buffers)
    }
}
