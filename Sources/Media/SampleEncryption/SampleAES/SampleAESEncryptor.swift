package import Ciphers

/// Encrypts the samples of one segment of a transport stream or of packed audio as it passes by.
///
/// The caller lets bytes be read straight into the encryptor's buffer (`fill`), has them worked on (`process`), and
/// writes what is final (`drain`), again and again; memory is bounded by the largest access unit.
package struct SampleAESEncryptor: ~Copyable {
    /// What became of a segment.
    package struct Outcome: Sendable {
        /// The code of its essence; see `EssenceCode`.
        package let essence: EssenceCode.Value
        /// Bytes that were drained.
        package let outputLength: UInt64
        /// Where its bytes are now.
        package let map: OffsetMap

        /// Makes the outcome of a segment.
        package init(essence: EssenceCode.Value, outputLength: UInt64, map: OffsetMap) {
            self.essence = essence
            self.outputLength = outputLength
            self.map = map
        }
    }

    /// One of the two, by the survey.
    private var transportStream: TransportStreamEncryptor?
    private var packedAudio: PackedAudioEncryptor?

    /// Makes the encryptor of a segment of a transport stream, or of the program tables of an `EXT-X-MAP`.
    ///
    /// - Parameters:
    ///   - survey: what the survey of the segment said.
    ///   - key: the key.
    ///   - digestKey: the key of the essence's code.
    ///   - buffers: where the encryptor before left its storage for this one; empty from now on.
    /// - Throws: `SampleEncryptionError` where the program map does not fit into one packet, or a cipher fails.
    package init(
        _ survey: TransportStreamSurvey,
        key: SampleAESKey,
        digestKey: ContentKey,
        buffers: inout SampleAESBuffers
    ) throws(SampleEncryptionError) {
        transportStream = try TransportStreamEncryptor(
            survey,
            key: key,
            digestKey: digestKey,
            buffers: buffers.takeAll()
        )
        packedAudio = nil
    }

    /// Makes the encryptor of a segment of packed audio.
    ///
    /// - Parameters:
    ///   - survey: what the survey of the segment said.
    ///   - key: the key.
    ///   - digestKey: the key of the essence's code.
    /// - Throws: `SampleEncryptionError.cipher` where the cipher fails.
    package init(
        _ survey: PackedAudioSurvey,
        key: SampleAESKey,
        digestKey: ContentKey
    ) throws(SampleEncryptionError) {
        packedAudio = try PackedAudioEncryptor(survey, key: key, digestKey: digestKey)
        transportStream = nil
    }

    /// Lets `read` put up to `count` bytes into a buffer, at the start of the range that it is given.
    ///
    /// - Parameters:
    ///   - count: bytes that are wanted.
    ///   - read: gives back how many it put there.
    /// - Throws: what `read` throws.
    package mutating func fill<Failure: Error>(
        count: Int,
        _ read: (inout [UInt8], Range<Int>) throws(Failure) -> Int
    ) throws(Failure) {
        try transportStream?.fill(count: count, read)
        try packedAudio?.fill(count: count, read)
    }

    /// Works on the bytes that are there; `isLast` when no more will come.
    package mutating func process(isLast: Bool) throws(SampleEncryptionError) {
        try transportStream?.process(isLast: isLast)
        try packedAudio?.process(isLast: isLast)
    }

    /// Gives `write` the bytes that are final, in order, and forgets them.
    package mutating func drain<Failure: Error>(
        _ write: ([UInt8], Range<Int>) throws(Failure) -> Void
    ) throws(Failure) {
        try transportStream?.drain(write)
        try packedAudio?.drain(write)
    }

    /// All was drained.
    ///
    /// - Parameter buffers: gets the storage, for the encryptor of the next segment.
    /// - Returns: what became of the segment.
    /// - Throws: `SampleEncryptionError.cipher` where the cipher fails.
    package consuming func finish(
        returning buffers: inout SampleAESBuffers
    ) throws(SampleEncryptionError) -> Outcome {
        if let transportStream { return try transportStream.finish(returning: &buffers) }
        if let packedAudio { return try packedAudio.finish() }
        preconditionFailure("There is one of the two")
    }
}
