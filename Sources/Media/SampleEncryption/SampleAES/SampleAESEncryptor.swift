package import Ciphers

/// A streaming encryptor for the samples of one segment of a transport stream or of packed audio.
///
/// The caller repeats three calls: `fill` reads bytes straight into the encryptor's buffer, `process`
/// encrypts, and `drain` writes what is finished. Memory is bounded by the largest access unit.
package struct SampleAESEncryptor: ~Copyable {
    /// The result for a segment.
    package struct Outcome: Sendable {
        /// The MAC of the invariant of the segment, and its length; see `InvariantMAC`.
        package let invariant: InvariantMAC.Value
        /// The number of bytes that were drained.
        package let outputLength: UInt64
        /// The map from clear offsets to offsets in the output.
        package let map: OffsetMap

        /// Creates the result for a segment.
        package init(invariant: InvariantMAC.Value, outputLength: UInt64, map: OffsetMap) {
            self.invariant = invariant
            self.outputLength = outputLength
            self.map = map
        }
    }

    /// The encryptor for the container; the other one is nil.
    private var transportStream: TransportStreamEncryptor?
    private var packedAudio: PackedAudioEncryptor?

    /// Creates an encryptor for a transport stream segment, or for the program tables that an `EXT-X-MAP`
    /// names.
    ///
    /// - Parameters:
    ///   - survey: the survey of the segment.
    ///   - key: the content key and IV.
    ///   - digestKey: the key of the MAC over the invariant.
    ///   - buffers: the storage of previous encryptors; empty afterwards.
    /// - Throws: `SampleEncryptionError` if the program map does not fit into one packet, or a cipher fails.
    package init(
        _ survey: TransportStreamSurvey,
        key: SampleAESKey,
        digestKey: ContentKey,
        buffers: inout BufferPool
    ) throws(SampleEncryptionError) {
        transportStream = try TransportStreamEncryptor(
            survey,
            key: key,
            digestKey: digestKey,
            buffers: buffers.takeAll()
        )
        packedAudio = nil
    }

    /// Creates an encryptor for a packed audio segment.
    ///
    /// - Parameters:
    ///   - survey: the survey of the segment.
    ///   - key: the content key and IV.
    ///   - digestKey: the key of the MAC over the invariant.
    /// - Throws: `SampleEncryptionError.cipher` if the cipher fails.
    package init(
        _ survey: PackedAudioSurvey,
        key: SampleAESKey,
        digestKey: ContentKey
    ) throws(SampleEncryptionError) {
        packedAudio = try PackedAudioEncryptor(survey, key: key, digestKey: digestKey)
        transportStream = nil
    }

    /// Reads up to `count` bytes straight into the encryptor's buffer.
    ///
    /// - Parameters:
    ///   - count: the number of bytes to read.
    ///   - read: writes bytes at the start of the given range and returns their number.
    /// - Throws: the errors of `read`.
    package mutating func fill<Failure: Error>(
        count: Int,
        _ read: (inout [UInt8], Range<Int>) throws(Failure) -> Int
    ) throws(Failure) {
        try transportStream?.fill(count: count, read)
        try packedAudio?.fill(count: count, read)
    }

    /// Encrypts what is complete in the buffer; `isLast` says that no more bytes will come.
    package mutating func process(isLast: Bool) throws(SampleEncryptionError) {
        try transportStream?.process(isLast: isLast)
        try packedAudio?.process(isLast: isLast)
    }

    /// Calls `write` with the finished bytes, in order, and removes them from the buffer.
    package mutating func drain<Failure: Error>(
        _ write: ([UInt8], Range<Int>) throws(Failure) -> Void
    ) throws(Failure) {
        try transportStream?.drain(write)
        try packedAudio?.drain(write)
    }

    /// Ends the segment, all bytes of which must have been drained.
    ///
    /// - Parameter buffers: receives the storage, for the encryptor of the next segment.
    /// - Returns: the MAC, the output length and the offset map.
    /// - Throws: `SampleEncryptionError.cipher` if the cipher fails.
    package consuming func finish(
        returning buffers: inout BufferPool
    ) throws(SampleEncryptionError) -> Outcome {
        if let transportStream { return try transportStream.finish(returning: &buffers) }
        if let packedAudio { return try packedAudio.finish() }
        preconditionFailure("There is one of the two")
    }
}
