import Bitstreams
import ISOBaseMedia
import Mezzanines
import Testing

@testable import Muxing

struct FileBrandsTests {
    private static func entry(_ type: FourCharacterCode, _ configuration: FourCharacterCode? = nil) -> BoxNode
    {
        BoxNode(
            type,
            fields: [UInt8](repeating: 0, count: 78),
            children: configuration.map { [BoxNode($0)] } ?? []
        )
    }

    @Test(
        arguments: [
            (entry("avc1"), "iso6 cmfc avc1"),
            (entry("avc3"), "iso6"),
            (entry("hvc1"), "iso6 cmfc hvc1"),
            (entry("hvc1", "dvvC"), "iso6 cmfc hvc1 dby1"),
            (entry("hev1"), "iso6"),
            (entry("dvh1", "dvcC"), "iso6 cmfc dby1"),
            (entry("dvhe", "dvcC"), "iso6 dby1"),
            (entry("av01"), "iso6 cmfc av01"),
            (entry("ac-3"), "iso6 cmfc"),
        ] as [(BoxNode, String)]
    )
    func saysWhatFilesConformTo(_ entry: BoxNode, _ expected: String) throws {
        let samples = SampleTracks.samples([2, 4, 0], syncEvery: 9)
        let format = TrackFormat(
            codec: .avc,
            sampleEntry: entry,
            codedSize: TrackFormat.Picture(width: 16, height: 16),
            audio: nil
        )
        let cut = TrackSegments.Segment(samples: samples.indices, start: 0, duration: 20)
        let bytes = InMemoryByteSource([UInt8](repeating: 0, count: 30))
        let track = SampleTracks.segments(format, samples, bytes, cuts: [cut])
        let files = try FragmentedMP4Muxer(track, isSingleFile: false).wholeRendition().files
        #expect(try Self.brands(files[0]) == "ftyp " + expected)
        #expect(try Self.brands(files[1]) == "styp " + expected.replacing("cmfc", with: "cmfs"))
    }

    private static func brands(_ file: GeneratedRendition.File) throws -> String {
        let bytes = try file.bytes.contents()
        var boxes = BoxIterator(ByteReader(bytes[...]))
        let box = try #require(try boxes.next())
        let type = try FileTypeBox(box)
        #expect(type.majorBrand == "iso6")
        return ([box.type] + type.compatibleBrands).map(\.description).joined(separator: " ")
    }
}
