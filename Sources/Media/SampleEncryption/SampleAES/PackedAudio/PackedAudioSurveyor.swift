import Bitstreams
import ElementaryStreams

/// A surveyor of a clear packed audio segment: it reads the ID3 tag and the first frames, as far as
/// protection needs them.
///
/// A segment without the timestamp that RFC 8216, 3.4, requires is refused: clients are told not to play it,
/// and it has no tag for the audio description.
package struct PackedAudioSurveyor: Sendable {
    private var window = PackedAudioWindow()
    private var units = PackedAudioElementIterator()
    private var lead = PackedAudioTagTracker()
    private var setup: AudioSetupReader?
    private let declared: AudioSetupInformation.AudioType?
    private var isComplete = false

    /// Creates a surveyor before the first byte.
    ///
    /// - Parameter declared: the AAC type that a playlist declares, or nil. It decides between AAC, HE-AAC
    ///   and HE-AAC v2 if the frames do not.
    package init(declared: AudioSetupInformation.AudioType? = nil) {
        self.declared = declared
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
        guard let codec = units.codec, let setup = try setup?.finish() else {
            throw .malformed(.missing(offset: window.offset + UInt64(window.end), "audio frame"))
        }
        return PackedAudioSurvey(codec: codec, setup: setup)
    }

    private mutating func scan(isLast: Bool) throws(SampleEncryptionError) {
        while !isComplete, let unit = try units.next(in: window, isLast: isLast) {
            let offset = window.nextOffset
            switch unit {
            case .tag(let header, let range):
                _ = try lead.examine(header, window.bytes[range], at: offset)
                window.advance(to: range.upperBound)
            case .frame(let frame):
                try lead.requireTimestamp(at: offset)
                try take(frame, at: offset)
                window.advance(to: frame.range.upperBound)
            }
            window.release()
        }
    }

    private mutating func take(_ frame: AudioFrame, at offset: UInt64) throws(SampleEncryptionError) {
        guard let codec = units.codec?.audioFrames else { return }
        var setup = setup ?? AudioSetupReader(codec, declared: declared)
        isComplete = try setup.consume(
            window.bytes.span.extracting(frame.range),
            at: offset
        )
        self.setup = setup
    }
}
