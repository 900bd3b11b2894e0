import Bitstreams
import ISOBaseMedia
import Mezzanines
import Muxing

/// A synthetic picture: its NAL units, composition offset and duration.
struct SyntheticPicture {
    var units: [[UInt8]]
    var isSync = false
    var compositionOffset: Int32 = 0
    var duration: UInt32 = 3_000
}

/// Synthetic tracks with consecutive samples in memory.
enum SyntheticTracks {
    /// Baseline, level 1, 64 by 64 samples, written bit by bit from ITU-T H.264, 7.3.2.1.1.
    static let sequenceParameterSet: [UInt8] = [0x67, 0x42, 0xC0, 0x0A, 0xDA, 0x10, 0x99]
    static let pictureParameterSet: [UInt8] = [0x68, 0xCE, 0x38, 0x80]

    /// Returns a video track with `avcC`.
    static func video(
        _ pictures: [SyntheticPicture],
        lengthSize: Int = 4,
        timescale: UInt32 = 90_000,
        shift: Int64 = 0,
        type: FourCharacterCode = "avc1"
    ) -> SourceTrack {
        var configuration: [UInt8] = [1, 0x42, 0xC0, 0x0A, 0xFC | UInt8(lengthSize - 1), 0xE1]
        configuration.append(bigEndian: UInt16(sequenceParameterSet.count))
        configuration += sequenceParameterSet + [1]
        configuration.append(bigEndian: UInt16(pictureParameterSet.count))
        configuration += pictureParameterSet
        let entry = BoxNode(
            type,
            fields: [UInt8](repeating: 0, count: 78),
            children: [BoxNode("avcC", fields: configuration)]
        )
        var index = SampleIndex()
        var bytes: [UInt8] = [0xAA, 0xBB]
        var time: UInt64 = 0
        for picture in pictures {
            let start = bytes.count
            for unit in picture.units {
                bytes += [UInt8](bigEndian: UInt32(unit.count)).suffix(lengthSize) + unit
            }
            index.append(
                sample(
                    time,
                    picture.duration,
                    picture.compositionOffset,
                    start..<bytes.count,
                    isSync: picture.isSync
                )
            )
            time += UInt64(picture.duration)
        }
        return track(.video, .avc, entry, timescale, shift, index, bytes)
    }

    /// Returns an audio track.
    ///
    /// `configuration` is the AudioSpecificConfig of AAC; `durations` has those of frames that are not of
    /// 1024 samples.
    static func audio(
        _ codec: TrackFormat.Codec,
        _ frames: [[UInt8]],
        configuration: [UInt8] = [0x11, 0x90],
        timescale: UInt32 = 48_000,
        durations: [Int: UInt32] = [:],
        shift: Int64 = 0,
        language: String? = nil
    ) -> SourceTrack {
        let specific: [UInt8] = [0x05, UInt8(configuration.count)] + configuration
        let decoder: [UInt8] =
            [0x04, UInt8(13 + specific.count), 0x40, 0x15] + [UInt8](repeating: 0, count: 11)
        let stream: [UInt8] = [0x03, UInt8(3 + decoder.count + specific.count), 0, 1, 0]
        let esds = BoxNode("esds", fields: [0, 0, 0, 0] + stream + decoder + specific)
        let entry = BoxNode(
            codec == .aac ? "mp4a" : "ac-3",
            fields: [UInt8](repeating: 0, count: 28),
            children: codec == .aac ? [esds] : []
        )
        var index = SampleIndex()
        var bytes: [UInt8] = []
        var time: UInt64 = 0
        for (number, frame) in frames.enumerated() {
            let start = bytes.count
            bytes += frame
            let duration = durations[number] ?? 1_024
            index.append(sample(time, duration, 0, start..<bytes.count, isSync: true))
            time += UInt64(duration)
        }
        return track(.audio, codec, entry, timescale, shift, index, bytes, language: language)
    }

    /// Returns an audio frame that fills a sample.
    ///
    /// AC-3 at 48 kHz and 32 kbit/s has 128 bytes (TS 102 366, 4.3 and table 4.13), E-AC-3 has `size` bytes,
    /// an even number (E.1.2), AAC any bytes.
    static func frame(_ codec: TrackFormat.Codec, size: Int, filling: UInt8) -> [UInt8] {
        let sizeCode = size / 2 - 1
        let head: [UInt8] =
            switch codec {
            case .ac3: [0x0B, 0x77, 0, 0, 0x00, 8 << 3]
            case .eac3:
                [0x0B, 0x77, UInt8(sizeCode >> 8), UInt8(truncatingIfNeeded: sizeCode), 0x30, 16 << 3]
            default: []
            }
        return head + [UInt8](repeating: filling, count: (codec == .ac3 ? 128 : size) - head.count)
    }

    /// Returns a track cut before the samples with these indexes; segment times follow from the samples.
    static func cut(_ track: SourceTrack, before cuts: [Int] = []) -> TrackSegments {
        let starts = [0] + cuts
        let ends = cuts + [track.samples.count]
        let segments = zip(starts, ends).map { start, end in
            let times = [start, end].map { number in
                number < track.samples.count
                    ? track.presentationTime(of: track.samples[number])
                    : Int64(track.samples.endTime) + track.presentationShift
            }
            return TrackSegments.Segment(
                samples: start..<end,
                start: times[0],
                duration: times[1] - times[0]
            )
        }
        return TrackSegments(timedTrack: TimedTrack(track: track, origin: 0), segments: segments)
    }

    private static func sample(
        _ time: UInt64,
        _ duration: UInt32,
        _ compositionOffset: Int32,
        _ range: Range<Int>,
        isSync: Bool
    ) -> MovieSample {
        MovieSample(
            decodeTime: time,
            duration: duration,
            compositionOffset: compositionOffset,
            offset: UInt64(range.lowerBound),
            size: UInt32(range.count),
            isSync: isSync,
            descriptionIndex: 1
        )
    }

    static func track(
        _ content: SourceTrack.Content,
        _ codec: TrackFormat.Codec,
        _ entry: BoxNode,
        _ timescale: UInt32,
        _ shift: Int64,
        _ samples: SampleIndex,
        _ bytes: [UInt8],
        language: String? = nil
    ) -> SourceTrack {
        SourceTrack(
            path: "made.mp4",
            identifier: 7,
            content: content,
            format: TrackFormat(codec: codec, sampleEntry: entry, codedSize: nil, audio: nil),
            timescale: timescale,
            language: language,
            presentationShift: shift,
            presentationEnd: nil,
            samples: samples,
            bytes: InMemoryByteSource(bytes)
        )
    }
}
