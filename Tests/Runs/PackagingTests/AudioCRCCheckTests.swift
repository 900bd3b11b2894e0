import Bitstreams
import Failures
import ISOBaseMedia
import Mezzanines
import Muxing
import Testing

@testable import Packaging
@testable import Presentations

/// Audio frames with a wrong CRC in the source, for each container with such frames.
struct AudioCRCCheckTests {
    /// Returns the warnings for a track after a byte of each of these samples is changed.
    private static func warnings(
        _ name: String,
        changing numbers: [Int],
        of content: SourceTrack.Content = .audio
    ) throws -> [String] {
        let track = try SampleMezzanine.track(name, content)
        var bytes = try track.bytes.makeReader().bytes(Int(track.bytes.size), at: 0)
        for number in numbers {
            let sample = track.samples[number]
            bytes[Int(sample.offset) + Int(sample.size) / 2] ^= 0x10
        }
        let changed = track.with(bytes: InMemoryByteSource(bytes))
        let cut = try Segmenter.cut(
            [TimedTrack(track: changed, origin: 0)],
            Segmenter.Options(target: MediaTime(ticks: 1, timescale: 1))
        )
        // The track is there twice, as if muxed into two renditions.
        return try AudioCRCCheck(jobs: 3, cancellation: Cancellation()).warnings(cut.tracks + cut.tracks)
    }

    @Test(arguments: ["h264-ac3.mp4", "h264-eac3.mp4"])
    func wrongFramesAreCounted(name: String) throws {
        let track = try SampleMezzanine.track(name, .audio)
        #expect(try Self.warnings(name, changing: []).isEmpty)
        let last = track.samples.count - 2
        let found = try Self.warnings(name, changing: [4, last])
        #expect(found.count == 1)
        let first = MediaTime(ticks: track.presentationTime(of: track.samples[4]), timescale: track.timescale)
        #expect(
            found.first?.contains(": 2 frames have a wrong CRC (the first at \(first.secondsDescription))")
                == true,
            "\(found)"
        )
    }

    /// AAC has no such CRC, nor has video.
    @Test
    func nothingElseIsLookedAt() throws {
        #expect(try Self.warnings("h264-aac.mp4", changing: [4]).isEmpty)
        #expect(try Self.warnings("h264-aac.mp4", changing: [4], of: .video).isEmpty)
    }

    /// Packed AC-3 built by hand; each frame has a CRC over known bytes (ETSI TS 102 366, 6.10.1).
    @Test
    func framesMadeByHand() throws {
        // fscod 0, frmsizecod 0, bsid 8, acmod 2.
        var frame: [UInt8] = [0x0B, 0x77, 0, 0, 0, 0x43] + [UInt8](repeating: 0, count: 120)
        var checksum = CRC16ANSI()
        checksum.update(frame.span.extracting(2..<frame.count))
        frame += [UInt8](bigEndian: checksum.value)
        var bytes = [[UInt8]](repeating: frame, count: 40).flatMap(\.self)
        bytes[128 * 3 + 60] ^= 0x10
        bytes[128 * 35 + 61] ^= 0x10
        let track = try #require(try Mezzanine.read(path: "in.ac3", InMemoryByteSource(bytes)).tracks.first)
        let cut = try Segmenter.cut(
            [TimedTrack(track: track, origin: 0)],
            Segmenter.Options(target: MediaTime(ticks: 1, timescale: 1))
        )
        // A frame is 32 ms.
        #expect(
            try AudioCRCCheck(jobs: 1, cancellation: Cancellation()).warnings(cut.tracks) == [
                "in.ac3: the track: 2 frames have a wrong CRC (the first at 0.096 s): such frames are packaged as they are, "
                    + "and decoders may mute them"
            ]
        )
    }

    /// A sample without syncword fits into fragmented MP4, but in a transport stream no reader finds it.
    @Test(arguments: ["h264-ac3.mp4", "h264-eac3.mp4"])
    func samplesThatAreNoFrames(name: String) throws {
        let track = try SampleMezzanine.track(name, .audio)
        var bytes = try track.bytes.makeReader().bytes(Int(track.bytes.size), at: 0)
        let sample = track.samples[track.samples.count - 1]
        bytes[Int(sample.offset)] ^= 0x10
        let cut = try Segmenter.cut(
            [TimedTrack(track: track.with(bytes: InMemoryByteSource(bytes)), origin: 0)],
            Segmenter.Options(target: MediaTime(ticks: 1, timescale: 1))
        )
        let time = MediaTime(ticks: track.presentationTime(of: sample), timescale: track.timescale)
            .secondsDescription
        let found = try AudioCRCCheck(jobs: 2, cancellation: Cancellation()).warnings(cut.tracks)
        #expect(found.count == 1 && found[0].contains(": 1 frame has a wrong CRC (the first at \(time))"))
        let error = #expect(throws: RunFailure.self) {
            try AudioCRCCheck(needsWholeFrames: true, jobs: 2, cancellation: Cancellation()).warnings(
                cut.tracks
            )
        }
        #expect(error?.failureClass == .malformed)
        let text = error?.description ?? ""
        #expect(
            text.contains("a sample at \(time) that does not consist of whole frames")
                && text.contains("--segment-format fmp4"),
            "\(text)"
        )
    }
}
