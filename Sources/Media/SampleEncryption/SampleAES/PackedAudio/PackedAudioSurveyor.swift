import Bitstreams
import ElementaryStreams

/// Reads as much of a clear segment of packed audio as is needed to protect it: the ID3 tag and the first frames.
///
/// A segment without the timestamp that RFC 8216, 3.4, asks for is refused: clients are told not to play it, and there
/// is no tag that could take the audio description.
package struct PackedAudioSurveyor: Sendable {
    private var window = PackedAudioWindow()
    private var units = PackedAudioUnits()
    private var lead = PackedAudioLead()
    private var setup: AudioSetupReader?
    private let declared: AudioSetupInformation.AudioType?
    private var isComplete = false

    /// Nothing read yet.
    ///
    /// - Parameter declared: what a playlist says of the stream; it decides between AAC, HE-AAC and HE-AAC v2 where the
    ///   frames cannot.
    package init(declared: AudioSetupInformation.AudioType? = nil) {
        self.declared = declared
    }

    /// Takes the next bytes of the segment.
    ///
    /// - Returns: whether enough was seen.
    /// - Throws: `SampleEncryptionError` for what is malformed, encrypted already, or not to be protected.
    package mutating func consume(_ chunk: Span<UInt8>) throws(SampleEncryptionError) -> Bool {
        guard !isComplete else { return true }
        window.fill(count: chunk.count) { bytes, range in
            for index in chunk.indices { bytes[range.lowerBound + index] = chunk[index] }
            return chunk.count
        }
        try scan(isLast: false)
        return isComplete
    }

    /// The segment is over, or enough was seen.
    ///
    /// - Returns: what has to be known to protect it.
    /// - Throws: `SampleEncryptionError` for what is malformed, encrypted already, or not to be protected.
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
                _ = try lead.take(header, window.bytes[range], at: offset)
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
