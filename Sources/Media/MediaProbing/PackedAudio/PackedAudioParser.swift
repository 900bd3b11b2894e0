import Bitstreams
import ElementaryStreams

/// A parser of packed audio (RFC 8216, 3.4): codec, timestamp of the ID3 tag, number of samples.
///
/// SAMPLE-AES leaves frame headers clear, so encrypted frames are counted like others. CRCs are not checked.
struct PackedAudioParser: StreamParser {
    private var frames = AudioFrameParser(checksCRC: false)
    private var offset: UInt64 = 0

    mutating func consume(_ chunk: Span<UInt8>) throws(ParseError) {
        try frames.consume(chunk, at: offset)
        offset += UInt64(chunk.count)
    }

    func finish() throws(ParseError) -> MediaContent {
        try frames.checkEnd()
        guard let codec = frames.codec else { throw .missing(offset: offset, "audio frame") }
        var track = MediaTrack(identifier: 0, content: .audio)
        track.codecs = frames.codecDescription.map { [$0] } ?? []
        track.timing = MediaTiming(
            start: frames.timestamp.map {
                MediaTicks(ticks: $0.value, timescale: MediaTiming.transportTimescale)
            },
            length: frames.length,
            sampleCount: UInt64(frames.frameCount),
            wraps: true
        )
        return MediaContent(kind: .packedAudio(codec), tracks: [track])
    }
}
