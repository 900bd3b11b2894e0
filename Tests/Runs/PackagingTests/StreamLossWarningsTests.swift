import Bitstreams
import ISOBaseMedia
import Mezzanines
import Testing

@testable import Packaging

/// Information that only a sample entry has and that transport streams do not carry.
struct StreamLossWarningsTests {
    private static func box(_ type: FourCharacterCode, _ words: UInt32...) -> BoxNode {
        BoxNode(type, fields: words.flatMap { [UInt8](bigEndian: $0) })
    }

    private static func warning(
        _ boxes: [BoxNode],
        _ format: PackagingRequest.SegmentFormat = .transportStream
    ) throws -> String? {
        try warnings(boxes, format).first
    }

    private static func warnings(
        _ boxes: [BoxNode],
        _ format: PackagingRequest.SegmentFormat = .transportStream,
        events: [EventMessage] = []
    ) throws -> [String] {
        let source = try SampleMezzanine.track("h264-aac.mp4", .video)
        let changed = source.format.with { entry in
            entry.children.removeAll { ["pasp", "colr", "clap"].contains($0.type) }
            entry.children += boxes
        }
        let input = PackagingInput(path: "h264-aac.mp4")
        var request = PackagingRequest(inputs: [input], output: "out")
        request.segmentFormat = format
        var track = source.with(format: changed)
        track.eventMessages = events
        return StreamLossWarnings.warnings(LadderTrack(input: input, source: track, origin: 0), request)
    }

    @Test(
        arguments: [
            ([box("pasp", 4, 3)], "pixels are 4:3"),
            ([VideoAttributeTests.colour("nclx", 16)], "colors are 9/16/9"),
            ([VideoAttributeTests.colour("nclc", 18)], "colors are 9/18/9"),
            ([box("clap", 300, 1, 200, 1, 0, 1, 0, 1)], "'clap'"),
        ]
    )
    func whatIsLostIsSaid(boxes: [BoxNode], message: String) throws {
        let warning = try #require(try Self.warning(boxes))
        #expect(warning.contains(message) && warning.contains("--segment-format fmp4"), "\(warning)")
        #expect(try Self.warning(boxes, .fragmentedMP4) == nil)
    }

    @Test
    func eventMessagesAreLost() throws {
        let body = [1, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 18)
        let event = EventMessage(
            box: try EventMessageBox(body[...], 0..<26),
            time: MediaTime(ticks: 0, timescale: 1),
            sampleNumber: 0
        )
        let warnings = try Self.warnings([], events: [event, event])
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("2 event messages ('emsg') are left out") == true, "\(warnings)")
        #expect(try Self.warnings([], .fragmentedMP4, events: [event]).isEmpty)
    }

    /// Nothing is lost: square pixels in any numbers, unspecified colors, ICC profiles without code points.
    @Test(
        arguments: [
            [], [box("pasp", 1, 1)], [box("pasp", 7, 7)], [box("pasp", 0, 1)],
            [BoxNode("colr", fields: Array("nclx".utf8) + [0, 2, 0, 2, 0, 2, 0])],
            [BoxNode("colr", fields: Array("prof".utf8) + [0, 9, 0, 16, 0, 9, 0])],
            [BoxNode("colr", fields: [1])],
        ]
    )
    func nothingElseIs(boxes: [BoxNode]) throws {
        #expect(try Self.warning(boxes) == nil)
    }
}
