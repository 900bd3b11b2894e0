package import Ciphers

/// Encrypts the frames of a segment of packed audio.
package struct PackedAudioSegmentEncryptor: SegmentEncryptor {
    private let survey: PackedAudioSurvey
    private let key: SampleAESKey
    private let digestKey: ContentKey
    private let pieceLength: Int

    /// Creates an encryptor for a surveyed segment.
    ///
    /// - Parameters:
    ///   - survey: the survey of the segment.
    ///   - key: the content key and IV.
    ///   - digestKey: the key of the MAC over the invariant.
    ///   - pieceLength: the number of bytes read at once.
    package init(
        _ survey: PackedAudioSurvey,
        key: SampleAESKey,
        digestKey: ContentKey,
        pieceLength: Int = BufferPool.pieceLength
    ) {
        self.survey = survey
        self.key = key
        self.digestKey = digestKey
        self.pieceLength = pieceLength
    }

    package func encrypt(
        length: UInt64,
        buffers: inout BufferPool,
        read: (inout [UInt8], Range<Int>, UInt64) throws -> Void,
        write: ([UInt8], Range<Int>) throws -> Void
    ) throws -> SegmentOutcome {
        try PackedAudioEncryptor(survey, key: key, digestKey: digestKey)
            .encrypt(length: length, pieceLength: pieceLength, buffers: &buffers, read: read, write: write)
    }
}
