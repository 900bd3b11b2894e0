import Bitstreams
import ISOBaseMedia
import Mezzanines
import Testing

@testable import Packaging

/// Display sizes in `tkhd` that the pixel aspect ratio does not explain.
struct DisplayCheckTests {
    private static func pixels(_ width: UInt32, _ height: UInt32) -> BoxNode {
        BoxNode("pasp", fields: [UInt8](bigEndian: width) + [UInt8](bigEndian: height))
    }

    private static func warnings(
        _ coded: (Int, Int),
        _ shown: (Int, Int)?,
        _ boxes: [BoxNode] = []
    ) throws -> [String] {
        let source = try SampleMezzanine.track("h264-aac.mp4", .video)
        let picture = TrackFormat.Picture(width: coded.0, height: coded.1)
        let format = source.format.with(picture: picture) { entry in
            entry.children.removeAll { ["pasp", "clap"].contains($0.type) }
            entry.children += boxes
        }
        var track = source.with(format: format)
        track.displaySize = shown.map { TrackFormat.Picture(width: $0.0, height: $0.1) }
        let request = PackagingRequest(inputs: [PackagingInput(path: "in.mp4")], output: "out")
        return DisplayCheck.warnings(
            LadderTrack(input: PackagingInput(path: "in.mp4"), source: track, origin: 0),
            request
        )
    }

    @Test
    func sizesWithoutAPixelAreSaid() throws {
        let found = try Self.warnings((720, 576), (1024, 576))
        #expect(found.count == 1)
        #expect(found.first?.contains("in 1024x576 ('tkhd')") == true, "\(found)")
        #expect(found.first?.contains("show them in 720x576") == true, "\(found)")
        let squeezed = try Self.warnings((1440, 1080), (1080, 1440), [Self.pixels(4, 3)])
        #expect(squeezed.first?.contains("show them in 1920x1080") == true, "\(squeezed)")
    }

    /// Display sizes: as coded, scaled, by `pasp`, rounded, absent, and of a track with a clean aperture.
    @Test(
        arguments: [
            ((720, 576), (720, 576), []), ((640, 360), (1280, 720), []),
            ((1440, 1080), (1920, 1080), [pixels(4, 3)]), ((1440, 1080), (1440, 1080), [pixels(4, 3)]),
            ((1920, 1088), (1920, 1080), []), ((720, 576), nil, []),
            ((720, 576), (1024, 576), [BoxNode("clap", fields: [UInt8](repeating: 0, count: 32))]),
        ] as [((Int, Int), (Int, Int)?, [BoxNode])]
    )
    func nothingElseIs(coded: (Int, Int), shown: (Int, Int)?, boxes: [BoxNode]) throws {
        #expect(try Self.warnings(coded, shown, boxes).isEmpty)
    }
}
