import Bitstreams
import ISOBaseMedia
import Mezzanines
import Testing

@testable import MediaSegments

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
            (entry("avc1"), [0], "iso6 cmfc avc1"),
            (entry("avc1"), [2, 4, 0], "iso6 cmfc cmf2 avc1"),
            (entry("avc3"), [2, 4, 0], "iso6"),
            (entry("hvc1"), [0], "iso6 cmfc hvc1"),
            (entry("hvc1", "dvvC"), [0], "iso6 cmfc hvc1 dby1"),
            (entry("hev1"), [0], "iso6"),
            (entry("dvh1", "dvcC"), [0], "iso6 cmfc dby1"),
            (entry("dvhe", "dvcC"), [0], "iso6 dby1"),
            (entry("av01"), [0], "iso6 cmfc av01"),
            (entry("ac-3"), [0], "iso6 cmfc"),
        ] as [(BoxNode, [Int32], String)]
    )
    func saysWhatFilesConformTo(_ entry: BoxNode, _ offsets: [Int32], _ expected: String) throws {
        let samples = HandMadeTracks.samples(offsets, syncEvery: 9)
        let format = TrackFormat(
            codec: .avc,
            sampleEntry: entry,
            picture: TrackFormat.Picture(width: 16, height: 16),
            sound: nil
        )
        // The edit list of the last part would hide a picture: then offsets are not negative.
        for shift in [Int64(0), -100] {
            let cut = TrackSegments.Segment(samples: samples.indices, start: 0, duration: 20)
            let track = HandMadeTracks.segments(
                format,
                samples,
                HeldByteSource([UInt8](repeating: 0, count: 30)),
                cuts: [cut],
                shift: shift
            )
            let files = try FragmentedMP4Maker(track, isSingleFile: false).made().files
            let wanted = shift == 0 ? expected : expected.replacing(" cmf2", with: "")
            #expect(try Self.brands(files[0]) == "ftyp " + wanted)
            #expect(try Self.brands(files[1]) == "styp " + wanted.replacing("cmfc", with: "cmfs"))
        }
    }

    private static func brands(_ file: MadeRendition.File) throws -> String {
        let bytes = try file.bytes.contents()
        var boxes = BoxIterator(ByteReader(bytes[...]))
        let box = try #require(try boxes.next())
        let type = try FileTypeBox(box)
        #expect(type.majorBrand == "iso6")
        return ([box.type] + type.compatibleBrands).map(\.description).joined(separator: " ")
    }
}
