import Bitstreams
import ElementaryStreams

/// A surveyor of a clear packed audio segment: it reads the ID3 tag and the first frames, as far as
/// protection needs them.
///
/// A segment without the timestamp that RFC 8216, 3.4, requires is refused: clients are told not to play it,
/// and it has no tag for the audio description.
package struct PackedAudioSurveyor: Sendable {
    private var window = PackedAudioWindow()
    private var elements = PackedAudioElementIterator()
    private var tagTracker = PackedAudioTagTracker()
    private var setupReader: AudioSetupReader?
    private let declaredType: AudioSetupInformation.AudioType?
    private var isComplete = false

    /// Creates a surveyor before the first byte.
    ///
    /// - Parameter declaredType: the AAC type that a playlist declares, or nil. It decides between AAC,
    ///   HE-AAC and HE-AAC v2 if the frames do not.
    package init(declaredType: AudioSetupInformation.AudioType? = nil) {
        self.declaredType = declaredType
    }

    /// Examines the next bytes of the segment.
    ///
    /// - Returns: true if no more bytes are needed.
    /// - Throws: `SampleEncryptionError` if the segment is malformed, already encrypted, or cannot be
    ///   protected.
    package mutating func consume(_ chunk: Span<UInt8>) throws(SampleEncryptionError) -> Bool {
        guard !isComplete else { return true }
        window.fill(count: chunk.count) { bytes, range in
            for index in chunk.indices { bytes[range.lowerBound + index] = chunk[index] }
            return chunk.count
        }
        try scan(isLast: false)
        return isComplete
    }

    /// Ends the segment, or stops after `consume` returned true.
    ///
    /// - Returns: the survey of the segment.
    /// - Throws: `SampleEncryptionError` if the segment is malformed, already encrypted, or cannot be
    ///   protected.
    package consuming func finish() throws(SampleEncryptionError) -> PackedAudioSurvey {
        if !isComplete { try scan(isLast: true) }
        guard let codec = elements.codec, let setup = try setupReader?.finish() else {
            throw .malformed(.missing(offset: window.offset + UInt64(window.end), "audio frame"))
        }
        return PackedAudioSurvey(codec: codec, setup: setup)
    }

    private mutating func scan(isLast: Bool) throws(SampleEncryptionError) {
        while !isComplete, let element = try elements.next(in: window, isLast: isLast) {
            let offset = window.nextOffset
            switch element {
            case .tag(let header, let range):
                _ = try tagTracker.examine(header, window.bytes[range], at: offset)
                window.advance(to: range.upperBound)
            case .frame(let frame):
                try tagTracker.requireTimestamp(at: offset)
                try examine(frame, at: offset)
                window.advance(to: frame.range.upperBound)
            }
            window.release()
        }
    }

    private mutating func examine(_ frame: AudioFrame, at offset: UInt64) throws(SampleEncryptionError) {
        guard let codec = elements.codec?.audioFrames else { return }
        var reader = setupReader ?? AudioSetupReader(codec, declaredType: declaredType)
        isComplete = try reader.consume(
            window.bytes.span.extracting(frame.range),
            at: offset
        )
        self.setupReader = reader
    }
}
