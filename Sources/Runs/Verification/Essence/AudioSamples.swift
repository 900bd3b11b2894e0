import Bitstreams
import ElementaryStreams
import SampleEncryption

/// What is remembered of an audio stream between its PES packets or frames.
struct AudioSamples {
    /// The frames, with their checksums; nil for AAC, which has none, and when the stream begins inside a frame.
    private var frames: AudioFrameRun?
    private var reader: AudioSetupReader?
    private var elements: AACFrameCheck?
    private var setup: AudioSetupInformation?
    private let framing: AudioFrameScanner.Codec
    private var hasData = false

    /// What the frames so far say.
    var information: AudioSetupInformation? { setup ?? reader.flatMap { (try? $0.finish()) ?? nil } }

    init(_ framing: AudioFrameScanner.Codec) {
        self.framing = framing
        reader = AudioSetupReader(framing)
        elements = framing == .aac ? AACFrameCheck() : nil
    }

    /// What may be wrong with the frames of AAC.
    var doubt: AACFrameCheck.Doubt? { elements?.doubt }

    /// Takes the data of the next PES packet, or the next frame.
    ///
    /// - Parameters:
    ///   - samples: the data.
    ///   - offset: where the packet or frame stands in the segment.
    /// - Throws: `ParseError` for a syncframe with a wrong CRC, or something else in its place.
    mutating func take(
        _ samples: Span<UInt8>,
        at offset: UInt64
    ) throws(ParseError) {
        if !hasData {
            hasData = true
            let startsFrame =
                samples.count > 1
                && PackedAudioUnit.headerSize(startingWith: [samples[0], samples[1]]) != nil
            if !startsFrame {
                reader = nil
                elements = nil
            } else if framing != .aac {
                frames = AudioFrameRun()
            }
        }
        readSetup(samples)
        elements?.take(samples, at: offset)
        do throws(ParseError) {
            try frames?.consume(samples, at: 0)
            try frames?.checksums.check()
        } catch {
            // Where the next frame starts is not known.
            frames = nil
            throw error
        }
    }

    /// What cannot be read is a fault of frames, which are looked at elsewhere.
    private mutating func readSetup(_ samples: Span<UInt8>) {
        guard var reader else { return }
        self.reader = nil
        guard let isComplete = try? reader.consume(samples, at: 0) else {
            return
        }
        if isComplete { setup = (try? reader.finish()) ?? nil } else { self.reader = reader }
    }
}
