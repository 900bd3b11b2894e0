import Bitstreams
package import Ciphers
import ElementaryStreams

/// Encrypts the frames of one segment of packed audio as it passes by, and puts the audio description behind the
/// timestamp of its ID3 tag.
///
/// All else stays bit for bit; memory is bounded by the largest tag.
/// Source: Apple, "MPEG-2 Stream Encryption Format for HTTP Live Streaming", Packed audio.
package struct PackedAudioEncryptor: ~Copyable {
    private var window = PackedAudioWindow()
    private var units = PackedAudioUnits()
    private var lead = PackedAudioLead()
    private var cipher: AudioSampleCipher
    private var essence: EssenceCode
    /// Frames in the window that are to be encrypted.
    private var frames: [AudioFrame] = []
    private let survey: PackedAudioSurvey
    /// The audio description, to be written before the byte at an offset of the segment.
    private var description: (offset: UInt64, bytes: [UInt8])?
    private var map = OffsetMap.identity
    private var outputLength: UInt64 = 0

    /// - Parameters:
    ///   - survey: what the survey of the segment said.
    ///   - key: the key.
    ///   - digestKey: the key of the essence's code.
    /// - Throws: `SampleEncryptionError` where a cipher fails.
    package init(
        _ survey: PackedAudioSurvey,
        key: SampleAESKey,
        digestKey: ContentKey
    ) throws(SampleEncryptionError) {
        // Nothing of self is set before the last call that throws, as its parts cannot be copied.
        let cipher = try Self.makeCipher(key)
        let essence = try Self.makeEssence(digestKey)
        self.cipher = cipher
        self.essence = essence
        self.survey = survey
    }

    private static func makeCipher(_ key: SampleAESKey) throws(SampleEncryptionError) -> AudioSampleCipher {
        try cipherCalls { () throws(CipherError) in try AudioSampleCipher(.encrypt, key: key) }
    }

    private static func makeEssence(_ key: ContentKey) throws(SampleEncryptionError) -> EssenceCode {
        try cipherCalls { () throws(CipherError) in try EssenceCode(key: key) }
    }

    /// Lets `read` put up to `count` bytes into a buffer, at the start of the range that it is given.
    ///
    /// Drain what is final before filling again.
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

    /// Works on the bytes that are there; `isLast` when no more will come.
    ///
    /// - Throws: `SampleEncryptionError` for what is malformed or not to be protected.
    package mutating func process(isLast: Bool) throws(SampleEncryptionError) {
        while let unit = try units.next(in: window, isLast: isLast) {
            switch unit {
            case .tag(let header, let range): try take(header, range)
            case .frame(let frame): try take(frame)
            }
        }
        try encryptFrames()
        guard isLast, units.codec == nil else { return }
        throw .malformed(.missing(offset: window.nextOffset, "audio frame"))
    }

    private mutating func take(_ header: ID3TagHeader, _ range: Range<Int>) throws(SampleEncryptionError) {
        try Self.add(.tag, window.bytes, range, to: &essence)
        if let tag = try lead.take(header, window.bytes[range], at: window.nextOffset) {
            let frame = tag.descriptionFrame(survey.setup)
            let offset = window.nextOffset + UInt64(tag.timestampEnd)
            description = (offset, frame)
            map = OffsetMap(insertions: [.init(clearOffset: offset, count: UInt64(frame.count))])
            let size = tag.size(adding: frame.count)
            window.withMutableSpan { bytes in
                for (index, byte) in zip(size.range, size.bytes) { bytes[range.lowerBound + index] = byte }
            }
        }
        window.advance(to: range.upperBound)
    }

    private mutating func take(_ frame: AudioFrame) throws(SampleEncryptionError) {
        try lead.requireTimestamp(at: window.nextOffset)
        try Self.add(.audioFrame(survey.codec), window.bytes, frame.range, to: &essence)
        frames.append(frame)
        window.advance(to: frame.range.upperBound)
    }

    /// Encrypts all frames that were found, side by side.
    private mutating func encryptFrames() throws(SampleEncryptionError) {
        try cipherCalls { () throws(CipherError) in
            try window.withMutableSpan { (bytes) throws(CipherError) in
                try cipher.apply(to: frames, in: &bytes)
            }
        }
        frames.removeAll(keepingCapacity: true)
    }

    /// Static, because a span of one property forbids to change another.
    private static func add(
        _ kind: EssenceRecord.Kind,
        _ bytes: [UInt8],
        _ range: Range<Int>,
        to essence: inout EssenceCode
    ) throws(SampleEncryptionError) {
        try cipherCalls { () throws(CipherError) in
            try essence.take(kind, bytes.span.extracting(range))
        }
    }

    /// Gives `write` the bytes that are final, in order, and forgets them.
    ///
    /// - Throws: what `write` throws.
    package mutating func drain<Failure: Error>(
        _ write: ([UInt8], Range<Int>) throws(Failure) -> Void
    ) throws(Failure) {
        var start = window.start
        if let (offset, bytes) = description {
            let index = Int(offset - window.offset)
            try write(window.bytes, start..<index)
            try write(bytes, bytes.indices)
            outputLength += UInt64(bytes.count)
            start = index
            description = nil
        }
        if start < window.next { try write(window.bytes, start..<window.next) }
        outputLength += UInt64(window.next - window.start)
        window.release()
    }

    /// All was drained.
    ///
    /// - Returns: what became of the segment.
    /// - Throws: `SampleEncryptionError` where a cipher fails.
    package consuming func finish() throws(SampleEncryptionError) -> SampleAESEncryptor.Outcome {
        let outputLength = outputLength
        let map = map
        do throws(CipherError) {
            return SampleAESEncryptor.Outcome(
                essence: try essence.finish(),
                outputLength: outputLength,
                map: map
            )
        } catch {
            throw .cipher(error)
        }
    }
}
