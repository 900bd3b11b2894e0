import Bitstreams
import Ciphers
import ElementaryStreams

/// A streaming SAMPLE-AES encryptor for one segment of packed audio, which also inserts the audio description
/// after the timestamp in its ID3 tag.
///
/// Everything else is copied bit for bit. Memory is bounded by the largest tag.
/// Source: Apple, "MPEG-2 Stream Encryption Format for HTTP Live Streaming", Packed audio.
struct PackedAudioEncryptor: ~Copyable, StreamEncryptor {
    private var window = PackedAudioWindow()
    private var elements = PackedAudioElementIterator()
    private var tagTracker = PackedAudioTagTracker()
    private var cipher: AudioSampleCipher
    private var mac: InvariantMAC
    /// The frames in the window that are still to be encrypted.
    private var frames: [AudioFrame] = []
    private let survey: PackedAudioSurvey
    /// The frame of the audio description, and the offset in the clear segment at which it is inserted.
    private var description: (offset: UInt64, bytes: [UInt8])?
    private var map = OffsetMap.identity
    private var outputLength: UInt64 = 0

    /// - Parameters:
    ///   - survey: the survey of the segment.
    ///   - key: the content key and IV.
    ///   - digestKey: the key of the MAC over the invariant.
    /// - Throws: `SampleEncryptionError` if a cipher fails.
    init(
        _ survey: PackedAudioSurvey,
        key: SampleAESKey,
        digestKey: ContentKey
    ) throws(SampleEncryptionError) {
        // An initializer that throws must not have set noncopyable properties before.
        let cipher = try Self.makeCipher(key)
        let mac = try Self.makeMAC(digestKey)
        self.cipher = cipher
        self.mac = mac
        self.survey = survey
    }

    private static func makeCipher(_ key: SampleAESKey) throws(SampleEncryptionError) -> AudioSampleCipher {
        try withSampleEncryptionErrors { () throws(CipherError) in try AudioSampleCipher(.encrypt, key: key) }
    }

    private static func makeMAC(_ key: ContentKey) throws(SampleEncryptionError) -> InvariantMAC {
        try withSampleEncryptionErrors { () throws(CipherError) in try InvariantMAC(key: key) }
    }

    mutating func fill<Failure: Error>(
        count: Int,
        _ read: (inout [UInt8], Range<Int>) throws(Failure) -> Int
    ) throws(Failure) {
        try window.fill(count: count, read)
    }

    mutating func process(isLast: Bool) throws(SampleEncryptionError) {
        while let element = try elements.next(in: window, isLast: isLast) {
            switch element {
            case .tag(let header, let range): try processTag(header, range)
            case .frame(let frame): try processFrame(frame)
            }
        }
        try encryptFrames()
        guard isLast, elements.codec == nil else { return }
        throw .malformed(.missing(offset: window.nextOffset, "audio frame"))
    }

    private mutating func processTag(_ header: ID3TagHeader, _ range: Range<Int>)
        throws(SampleEncryptionError)
    {
        try Self.add(.tag, window.bytes, range, to: &mac)
        if let tag = try tagTracker.examine(header, window.bytes[range], at: window.nextOffset) {
            let frame = tag.descriptionFrame(survey.setup)
            let offset = window.nextOffset + UInt64(tag.timestampEnd)
            description = (offset, frame)
            map = OffsetMap(sizeChanges: [.init(clearOffset: offset, insertedCount: UInt64(frame.count))])
            let sizeField = tag.sizeField(adding: frame.count)
            window.withMutableSpan { bytes in
                for (index, byte) in zip(sizeField.range, sizeField.bytes) {
                    bytes[range.lowerBound + index] = byte
                }
            }
        }
        window.advance(to: range.upperBound)
    }

    private mutating func processFrame(_ frame: AudioFrame) throws(SampleEncryptionError) {
        try tagTracker.requireTimestamp(at: window.nextOffset)
        try Self.add(.audioFrame(survey.codec), window.bytes, frame.range, to: &mac)
        frames.append(frame)
        window.advance(to: frame.range.upperBound)
    }

    /// Encrypts all frames found so far, in parallel.
    private mutating func encryptFrames() throws(SampleEncryptionError) {
        try withSampleEncryptionErrors { () throws(CipherError) in
            try window.withMutableSpan { (bytes) throws(CipherError) in
                try cipher.apply(to: frames, in: &bytes)
            }
        }
        frames.removeAll(keepingCapacity: true)
    }

    /// Adds a record to the MAC.
    ///
    /// Static, because no other property can be changed while a span of one exists.
    private static func add(
        _ kind: InvariantRecord.Kind,
        _ bytes: [UInt8],
        _ range: Range<Int>,
        to mac: inout InvariantMAC
    ) throws(SampleEncryptionError) {
        try withSampleEncryptionErrors { () throws(CipherError) in
            try mac.add(kind, bytes.span.extracting(range))
        }
    }

    mutating func drain<Failure: Error>(
        _ write: ([UInt8], Range<Int>) throws(Failure) -> Void
    ) throws(Failure) {
        var start = window.start
        if let (offset, bytes) = description {
            let insertionPosition = Int(offset - window.offset)
            try write(window.bytes, start..<insertionPosition)
            try write(bytes, bytes.indices)
            outputLength += UInt64(bytes.count)
            start = insertionPosition
            description = nil
        }
        if start < window.next { try write(window.bytes, start..<window.next) }
        outputLength += UInt64(window.next - window.start)
        window.release()
    }

    consuming func finish(
        returning buffers: inout BufferPool
    ) throws(SampleEncryptionError) -> SegmentOutcome {
        let outputLength = outputLength
        let map = map
        do throws(CipherError) {
            return SegmentOutcome(
                mac: try mac.finish(),
                extent: OutputExtent(length: outputLength, map: map)
            )
        } catch {
            throw .cipher(error)
        }
    }
}
