import Bitstreams
import Ciphers
import ElementaryStreams

/// A reader of the invariant of a packed audio segment, clear or protected: tags without the audio
/// description, and clear frames.
package struct PackedAudioInvariantReader: ~Copyable {
    private var window = PackedAudioWindow()
    private var elements = PackedAudioElementIterator()
    private var cipher: AudioSampleCipher?
    private var hasFrames = false
    /// The last tag that `next` returned.
    private var tag: [UInt8] = []

    /// The audio description, or nil if it was not read yet or there is none.
    package private(set) var audioDescription: AudioSetupInformation?

    /// - Parameter key: the key of the frames, used if there is an audio description; nil leaves them
    ///   encrypted.
    /// - Throws: `SampleEncryptionError` if the cipher fails.
    package init(key: SampleAESKey?) throws(SampleEncryptionError) {
        guard let key else { return }
        cipher = try withSampleEncryptionErrors { () throws(CipherError) in
            try AudioSampleCipher(.decrypt, key: key)
        }
    }

    /// Reads up to `count` bytes straight into the reader's buffer.
    ///
    /// - Parameters:
    ///   - count: the number of bytes to read.
    ///   - read: writes bytes at the start of the given range and returns their number.
    /// - Throws: the errors of `read`.
    package mutating func fill<Failure: Error>(
        count: Int,
        _ read: (inout [UInt8], Range<Int>) throws(Failure) -> Int
    ) throws(Failure) {
        try window.fill(count: count, read)
    }

    /// Returns the next record, or nil if more bytes are needed or, with `isLast`, at the end.
    ///
    /// The bytes of a record are valid until the next call.
    ///
    /// - Throws: `SampleEncryptionError` if the segment is malformed or is not packed audio that SAMPLE-AES
    ///   can protect.
    package mutating func next(isLast: Bool) throws(SampleEncryptionError) -> InvariantRecord? {
        window.release()
        guard let element = try elements.next(in: window, isLast: isLast) else { return nil }
        let offset = window.nextOffset
        switch element {
        case .tag(let header, let range):
            try readTag(header, range)
            window.advance(to: range.upperBound)
            return InvariantRecord(kind: .tag, offset: offset, range: tag.indices)
        case .frame(let frame):
            guard let codec = elements.codec else { return nil }
            try decrypt(frame, of: codec)
            window.advance(to: frame.range.upperBound)
            return InvariantRecord(kind: .audioFrame(codec), offset: offset, range: frame.range)
        }
    }

    /// Calls `body` with the bytes of the record that `next` returned last.
    package func withBytes<Result, Failure: Error>(
        of record: InvariantRecord,
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = record.kind == .tag ? tag : window.bytes
        return try body(bytes.span.extracting(record.range))
    }

    private mutating func readTag(_ header: ID3TagHeader, _ range: Range<Int>) throws(SampleEncryptionError) {
        tag = Array(window.bytes[range])
        guard !hasFrames, audioDescription == nil else { return }
        let parsedTag = try PackedAudioTag(header, tag, at: window.nextOffset)
        audioDescription = parsedTag.description
        tag = parsedTag.withoutDescription
    }

    private mutating func decrypt(_ frame: AudioFrame, of codec: SampleAESCodec) throws(SampleEncryptionError)
    {
        if !hasFrames { try compareDescription(with: codec) }
        hasFrames = true
        guard audioDescription != nil, cipher != nil else { return }
        try withSampleEncryptionErrors { () throws(CipherError) in
            try window.withMutableSpan { (bytes) throws(CipherError) in
                try cipher?.apply(to: [frame], in: &bytes)
            }
        }
    }

    /// Throws if the audio description is of another codec than the frames.
    private func compareDescription(with codec: SampleAESCodec) throws(SampleEncryptionError) {
        guard let type = audioDescription?.audioType, type.codec != codec else { return }
        throw .malformed(
            .invalid(
                offset: window.nextOffset,
                field: "audio_type",
                found: "'\(type.rawValue)' before frames of \(codec.rawValue)",
                expected: "the type for the codec of the frames"
            )
        )
    }
}
