import Bitstreams
import ISOBaseMedia
import Mezzanines
import Muxing

/// A track whose samples have times but no bytes.
struct SyntheticTrack {
    var path = "video.mp4"
    var content = SourceTrack.Content.video
    var timescale: UInt32 = 25
    var shift: Int64 = 0
    var end: Int64?
    var origin: Int64 = 0
    var samples = SampleIndex()

    /// Returns video of equal frames, each presented at its decode time.
    static func video(
        _ path: String = "video.mp4",
        frames: Int,
        every interval: Int,
        timescale: UInt32 = 25,
        duration: UInt32 = 1
    ) -> SyntheticTrack {
        var track = SyntheticTrack(path: path, timescale: timescale)
        for frame in 0..<frames { track.append(duration: duration, isSync: frame % interval == 0) }
        return track
    }

    /// Returns audio of equal frames.
    static func audio(
        _ path: String = "audio.mp4",
        frames: Int,
        timescale: UInt32 = 48_000,
        duration: UInt32 = 1024,
        shift: Int64 = 0
    ) -> SyntheticTrack {
        var track = SyntheticTrack(path: path, content: .audio, timescale: timescale, shift: shift)
        for _ in 0..<frames { track.append(duration: duration, isSync: true) }
        return track
    }

    mutating func append(duration: UInt32, offset: Int32 = 0, isSync: Bool, gap: UInt64 = 0) {
        samples.append(
            MovieSample(
                decodeTime: samples.endTime + gap,
                duration: duration,
                compositionOffset: offset,
                offset: 0,
                size: 1,
                isSync: isSync,
                descriptionIndex: 1
            )
        )
    }

    var timed: TimedTrack {
        TimedTrack(
            track: SourceTrack(
                path: path,
                identifier: 1,
                content: content,
                format: TrackFormat(
                    codec: content == .video ? .avc : .aac,
                    sampleEntry: BoxNode("free"),
                    codedSize: nil,
                    audio: nil
                ),
                timescale: timescale,
                language: nil,
                presentationShift: shift,
                presentationEnd: end,
                samples: samples,
                bytes: InMemoryByteSource([])
            ),
            origin: origin
        )
    }
}

/// Cuts tracks with a target duration in ms.
func cut(
    _ tracks: [SyntheticTrack],
    target: Int64 = 6000,
    allowsMisaligned: Bool = false
) throws -> Segmenter.Result {
    try Segmenter.cut(
        tracks.map(\.timed),
        Segmenter.Options(
            target: MediaTime(ticks: target, timescale: 1000),
            allowsMisaligned: allowsMisaligned
        )
    )
}

extension TrackSegments {
    /// The first sample, start and duration of each segment.
    var table: [[Int64]] { segments.map { [Int64($0.samples.lowerBound), $0.start, $0.duration] } }
}
