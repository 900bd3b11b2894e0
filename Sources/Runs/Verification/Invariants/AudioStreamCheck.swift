import Bitstreams
import ElementaryStreams
import SampleEncryption

/// The state of an audio stream between its PES packets or frames.
struct AudioStreamCheck {
    /// The parser of frames with CRCs, or nil for AAC, which has none, and if the stream begins inside one.
    private var frameParser: AudioFrameParser?
    private var reader: AudioSetupReader?
    private var aacCheck: AACFrameCheck?
    private var setup: AudioSetupInformation?
    private let framing: AudioFrameScanner.Codec
    private var hasData = false

    /// The audio setup information that the frames so far give, or nil if they are not enough.
    var setupInformation: AudioSetupInformation? { setup ?? reader.flatMap { (try? $0.finish()) ?? nil } }

    init(_ framing: AudioFrameScanner.Codec) {
        self.framing = framing
        reader = AudioSetupReader(framing)
        aacCheck = framing == .aac ? AACFrameCheck() : nil
    }

    /// The first AAC frame that may be wrong, or nil if there is none.
    var aacFailure: AACFrameCheck.Failure? { aacCheck?.failure }

    /// Checks the data of the next PES packet, or the next frame.
    ///
    /// - Parameters:
    ///   - samples: the data in the clear.
    ///   - offset: the offset of the packet or frame in the segment.
    /// - Throws: `ParseError` for a syncframe with a wrong CRC, or if something else is in its place.
    mutating func check(
        _ samples: Span<UInt8>,
        at offset: UInt64
    ) throws(ParseError) {
        if !hasData {
            hasData = true
            let startsFrame =
                samples.count > 1
                && PackedAudioElement.headerSize(startingWith: [samples[0], samples[1]]) != nil
            if !startsFrame {
                reader = nil
                aacCheck = nil
            } else if framing != .aac {
                frameParser = AudioFrameParser()
            }
        }
        readSetup(samples)
        aacCheck?.consume(samples, at: offset)
        do throws(ParseError) {
            try frameParser?.consume(samples, at: 0)
            try frameParser?.checksums.check()
        } catch {
            // The start of the next frame is unknown.
            frameParser = nil
            throw error
        }
    }

    /// Reads the setup information; frames that cannot be read are reported elsewhere.
    private mutating func readSetup(_ samples: Span<UInt8>) {
        guard var reader else { return }
        self.reader = nil
        guard let isComplete = try? reader.consume(samples, at: 0) else {
            return
        }
        if isComplete { setup = (try? reader.finish()) ?? nil } else { self.reader = reader }
    }
}
