import Bitstreams
import Ciphers
import ElementaryStreams

/// Reads the essence of a segment of packed audio, clear or protected, record by record: its tags without the audio
/// description, and its frames in the clear.
package struct PackedAudioEssenceReader: ~Copyable {
    private var window = PackedAudioWindow()
    private var units = PackedAudioUnits()
    private var cipher: AudioSampleCipher?
    private var hasFrames = false
    /// The tag that was given out last.
    private var tag: [UInt8] = []

    /// The audio description, once it was read; nil when there is none.
    package private(set) var audioDescription: AudioSetupInformation?

    /// - Parameter key: what frames are decrypted with when there is an audio description; nil leaves them as they are.
    /// - Throws: `SampleEncryptionError` where the cipher fails.
    package init(key: SampleAESKey?) throws(SampleEncryptionError) {
        guard let key else { return }
        cipher = try cipherCalls { () throws(CipherError) in try AudioSampleCipher(.decrypt, key: key) }
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
        try window.fill(count: count, read)
    }

    /// The next record; nil when more bytes are needed or, with `isLast`, when there are no more.
    ///
    /// The bytes of a record stay until the next call.
    ///
    /// - Throws: `SampleEncryptionError` for what is malformed or no packed audio of SAMPLE-AES.
    package mutating func next(isLast: Bool) throws(SampleEncryptionError) -> EssenceRecord? {
        window.release()
        guard let unit = try units.next(in: window, isLast: isLast) else { return nil }
        let offset = window.nextOffset
        switch unit {
        case .tag(let header, let range):
            try take(header, range)
            window.advance(to: range.upperBound)
            return EssenceRecord(kind: .tag, offset: offset, range: tag.indices)
        case .frame(let frame):
            guard let codec = units.codec else { return nil }
            try decrypt(frame, of: codec)
            window.advance(to: frame.range.upperBound)
            return EssenceRecord(kind: .audioFrame(codec), offset: offset, range: frame.range)
        }
    }

    /// Gives `body` the bytes of the record that `next` gave last.
    package func withBytes<Result, Failure: Error>(
        of record: EssenceRecord,
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = record.kind == .tag ? tag : window.bytes
        return try body(bytes.span.extracting(record.range))
    }

    private mutating func take(_ header: ID3TagHeader, _ range: Range<Int>) throws(SampleEncryptionError) {
        tag = Array(window.bytes[range])
        guard !hasFrames, audioDescription == nil else { return }
        let lead = try PackedAudioTag(header, tag, at: window.nextOffset)
        audioDescription = lead.description
        tag = lead.withoutDescription
    }

    private mutating func decrypt(_ frame: AudioFrame, of codec: SampleAESCodec) throws(SampleEncryptionError)
    {
        if !hasFrames { try compareDescription(with: codec) }
        hasFrames = true
        guard audioDescription != nil, cipher != nil else { return }
        try cipherCalls { () throws(CipherError) in
            try window.withMutableSpan { (bytes) throws(CipherError) in
                try cipher?.apply(to: [frame], in: &bytes)
            }
        }
    }

    /// The description has to be of the codec that the frames have.
    private func compareDescription(with codec: SampleAESCodec) throws(SampleEncryptionError) {
        guard let type = audioDescription?.audioType, type.codec != codec else { return }
        throw .malformed(
            .invalid(
                offset: window.nextOffset,
                field: "audio_type",
                found: "'\(type.rawValue)' in front of \(codec.rawValue)",
                expected: "the codec of the frames"
            )
        )
    }
}
