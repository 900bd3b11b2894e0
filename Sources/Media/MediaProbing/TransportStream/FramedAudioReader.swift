import Bitstreams
import ElementaryStreams

/// A parser of AAC in ADTS, MPEG audio, AC-3 and E-AC-3 in PES packets.
///
/// It parses only frame headers, which SAMPLE-AES leaves clear. The first PES packet has to start with a
/// frame. After a gap or a malformed frame, the codec stays known, but frames are no longer counted.
struct FramedAudioReader: ElementaryStreamReader {
    private var frames: AudioFrameParser?
    private var isBroken = false

    var length: MediaTicks? { isBroken ? nil : frames?.length }
    var frameCount: UInt64? { isBroken ? nil : frames.map { UInt64($0.frameCount) } }

    mutating func consume(_ data: Span<UInt8>, startsPacket: Bool, at offset: UInt64) throws(ParseError) {
        guard !isBroken else { return }
        if frames == nil {
            guard startsPacket, data.count > 1,
                PackedAudioElement.headerSize(startingWith: [data[0], data[1]]) != nil
            else {
                isBroken = true
                return
            }
            frames = AudioFrameParser(checksCRC: false)
        }
        do throws(ParseError) {
            try frames?.consume(data, at: offset)
        } catch {
            isBroken = true
            // Without a single frame the stream is not what the program map says.
            guard frames?.codec != nil else { throw error }
        }
    }

    mutating func skipGap() { isBroken = true }

    func finish() throws(ParseError) {}

    func describe(_ track: inout MediaTrack) {
        if let codec = frames?.codecDescription { track.codecs = [codec] }
    }
}
