package import Ciphers

/// Encrypts the samples of a transport stream segment, or the program tables that an `EXT-X-MAP` names.
///
/// Memory is bounded by the largest access unit.
package struct TransportStreamSegmentEncryptor: SegmentEncryptor {
    private let survey: TransportStreamSurvey
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
        _ survey: TransportStreamSurvey,
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
        try TransportStreamEncryptor(survey, key: key, digestKey: digestKey, buffers: buffers.takeAll())
            .encrypt(length: length, pieceLength: pieceLength, buffers: &buffers, read: read, write: write)
    }
}
