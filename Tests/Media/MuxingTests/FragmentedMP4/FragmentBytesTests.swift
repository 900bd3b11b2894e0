import Bitstreams
import ISOBaseMedia
import Mezzanines
import Testing

@testable import Muxing

/// Segments compared field by field with ISO/IEC 14496-12, 8.8 and 8.9.
struct FragmentBytesTests {
    private static func words(_ values: UInt32...) -> [UInt8] { values.flatMap { [UInt8](bigEndian: $0) } }

    private static func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
        let body = parts.flatMap { $0 }
        return words(UInt32(body.count + 8)) + Array(type.utf8) + body
    }

    private static func segment(
        _ format: TrackFormat,
        _ samples: [MovieSample],
        shift: Int64
    ) throws -> (segment: [UInt8], data: [UInt8]) {
        let data = (0..<samples.count * 10).map { UInt8($0) }
        let cut = TrackSegments.Segment(samples: samples.indices, start: 0, duration: 30)
        let track = SampleTracks.segments(
            format,
            samples,
            InMemoryByteSource(data),
            cuts: [cut],
            shift: shift
        )
        return (
            try FragmentedMP4Muxer(track, isSingleFile: false).wholeRendition().files[1].bytes.contents(),
            data
        )
    }

    @Test func writesPictures() throws {
        let samples = SampleTracks.samples([20, 40, 10], syncEvery: 3)
        let found = try Self.segment(SampleTracks.video, samples, shift: -20)
        let (box, words) = (Self.box, Self.words)
        let fragment = box(
            "traf",
            // default-base-is-moof; default duration, size and flags
            box("tfhd", words(0x02_0038, 1, 10, 10, 0x0101_0000)),
            box("tfdt", words(1 << 24, 0, 0)),
            // data_offset, first_sample_flags and composition offsets
            box("trun", words(0x0805, 3, 116 + 8, 0x0200_0000, 10, 30, 0))
        )
        let expected =
            box("styp", Array("iso6".utf8), words(0), Array("iso6cmfsavc1".utf8))
            + box("moof", box("mfhd", words(0, 1)), fragment) + box("mdat", found.data)
        #expect(found.segment == expected)
    }

    @Test func writesSound() throws {
        var samples = SampleTracks.samples([0, 0, 0])
        samples[1].size = 7
        let found = try Self.segment(SampleTracks.audio, samples, shift: 1 << 40)
        let (box, words) = (Self.box, Self.words)
        let fragment = box(
            "traf",
            box("tfhd", words(0x02_0028, 1, 10, 0x0200_0000)),
            box("tfdt", words(1 << 24, 1 << 8, 0)),
            box("trun", words(0x0201, 3, 136 + 8, 10, 7, 10)),
            box("sbgp", words(0), Array("roll".utf8), words(1, 3, 1))
        )
        let data = found.data.prefix(17) + found.data[20..<30]
        let expected =
            box("styp", Array("iso6".utf8), words(0), Array("iso6cmfs".utf8))
            + box("moof", box("mfhd", words(0, 1)), fragment) + box("mdat", Array(data))
        #expect(found.segment == expected)
    }
}
