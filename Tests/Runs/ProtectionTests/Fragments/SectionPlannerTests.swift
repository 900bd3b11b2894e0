import CommonEncryption
import Failures
import Foundation
import PresentationFixtures
import ProtectionFixtures
import ProtectionTerms
import SampleEncryption
import Testing

@testable import Presentations
@testable import Protection

/// The forms of initialization sections, and the EXT-X-MAP lines that reference them.
struct SectionPlannerTests {
    struct Case: CustomStringConvertible {
        let description: String
        let lines: [String]
        var policy = ProtectionPolicy.sampleAES(rotation: .seconds(12))
        let sections: [String]
        let result: [String]
    }

    /// Returns the lines of 6-second segments.
    private static func segments(_ names: String...) -> [String] { names.flatMap { ["#EXTINF:6,", $0] } }
    private static func map(_ uri: String) -> String { "#EXT-X-MAP:URI=\"\(uri)\"" }

    private static let cases = [
        Case(
            description: "one key: the section stays where it is",
            lines: [map("init.mp4")] + segments("a.m4s", "b.m4s"),
            policy: .sampleAES(),
            sections: ["init.mp4 all/0"],
            result: ["MAP URI=\"init.mp4\"", "KEY all/0", "a.m4s", "b.m4s"]
        ),
        Case(
            description: "a section for each period",
            lines: [map("init.mp4")] + segments("a.m4s", "b.m4s", "c.m4s", "d.m4s", "e.m4s"),
            sections: ["init.mp4 all/0", "init.key1.mp4 all/1", "init.key2.mp4 all/2"],
            result: [
                "MAP URI=\"init.mp4\"", "KEY all/0", "a.m4s", "b.m4s", "KEY all/1",
                "MAP URI=\"init.key1.mp4\"", "c.m4s", "d.m4s", "KEY all/2", "MAP URI=\"init.key2.mp4\"",
                "e.m4s",
            ]
        ),
        Case(
            description: "several maps: each has its own forms",
            lines: [map("i.mp4")] + segments("a.m4s", "b.m4s", "c.m4s") + [map("j.mp4")]
                + segments("d.m4s", "e.m4s"),
            sections: ["i.mp4 all/0", "j.mp4 all/1", "i.key1.mp4 all/1", "j.key1.mp4 all/2"],
            result: [
                "MAP URI=\"i.mp4\"", "KEY all/0", "a.m4s", "b.m4s", "KEY all/1", "MAP URI=\"i.key1.mp4\"",
                "c.m4s", "MAP URI=\"j.mp4\"", "d.m4s", "KEY all/2", "MAP URI=\"j.key1.mp4\"", "e.m4s",
            ]
        ),
        Case(
            description: "a map comes back: it names the form of that time",
            lines: [map("i.mp4")] + segments("a.m4s") + [map("j.mp4")] + segments("b.m4s")
                + [map("i.mp4")] + segments("c.m4s"),
            sections: ["i.mp4 all/0", "j.mp4 all/0", "i.key1.mp4 all/1"],
            result: [
                "MAP URI=\"i.mp4\"", "KEY all/0", "a.m4s", "MAP URI=\"j.mp4\"", "b.m4s",
                "MAP URI=\"i.key1.mp4\"", "KEY all/1", "c.m4s",
            ]
        ),
        Case(
            description: "seig: one section with all keys",
            lines: [map("init.mp4")] + segments("a.m4s", "b.m4s", "c.m4s"),
            policy: .seig(rotation: .seconds(12)),
            sections: ["init.mp4 all/0,all/1"],
            result: ["MAP URI=\"init.mp4\"", "KEY all/0", "a.m4s", "b.m4s", "KEY all/1", "c.m4s"]
        ),
        Case(
            description: "a clear start inside of a map",
            lines: [map("init.mp4")] + segments("a.m4s", "b.m4s"),
            policy: .sampleAES(clearLead: .seconds(6)),
            sections: ["init.mp4 all/0 clear"],
            result: ["MAP URI=\"init.mp4\"", "a.m4s", "KEY all/0", "b.m4s"]
        ),
        Case(
            description: "a clear start over several maps: those of clear segments only stay as they are",
            lines: [map("i.mp4")] + segments("a.m4s") + [map("j.mp4")] + segments("b.m4s", "c.m4s"),
            policy: .sampleAES(clearLead: .seconds(12)),
            sections: ["i.mp4 -", "j.mp4 all/0 clear"],
            result: [
                "MAP URI=\"i.mp4\"", "a.m4s", "MAP URI=\"j.mp4\"", "b.m4s", "KEY all/0", "c.m4s",
            ]
        ),
        Case(
            description: "a clear start and rotation: only the first form has clear entries",
            lines: [map("init.mp4")] + segments("a.m4s", "b.m4s", "c.m4s"),
            policy: .sampleAES(clearLead: .seconds(6), rotation: .seconds(12)),
            sections: ["init.mp4 all/0 clear", "init.key1.mp4 all/1"],
            result: [
                "MAP URI=\"init.mp4\"", "a.m4s", "KEY all/0", "b.m4s", "KEY all/1",
                "MAP URI=\"init.key1.mp4\"", "c.m4s",
            ]
        ),
        Case(
            description: "names that are taken are passed over, queries are kept",
            lines: [map("init.mp4?a=1")] + segments("a.m4s", "init.key1.mp4", "b.m4s"),
            policy: .sampleAES(rotation: .seconds(6)),
            sections: ["init.mp4 all/0", "init.key2.mp4 all/1", "init.key3.mp4 all/2"],
            result: [
                "MAP URI=\"init.mp4?a=1\"", "KEY all/0", "a.m4s", "KEY all/1",
                "MAP URI=\"init.key2.mp4?a=1\"", "init.key1.mp4", "KEY all/2",
                "MAP URI=\"init.key3.mp4?a=1\"", "b.m4s",
            ]
        ),
        Case(
            description: "text stays clear, and so does its section",
            lines: [map("text.mp4")] + segments("text1.m4s", "text2.m4s"),
            sections: ["text.mp4 -"],
            result: ["MAP URI=\"text.mp4\"", "text1.m4s", "text2.m4s"]
        ),
        Case(
            description: "a gap needs no section",
            lines: [map("init.mp4")] + segments("a.m4s") + ["#EXT-X-GAP"] + segments("b.m4s", "c.m4s"),
            sections: ["init.mp4 all/0", "init.key1.mp4 all/1"],
            result: [
                "MAP URI=\"init.mp4\"", "KEY all/0", "a.m4s", "b.m4s", "KEY all/1",
                "MAP URI=\"init.key1.mp4\"", "c.m4s",
            ]
        ),
    ]

    @Test(arguments: cases)
    func plans(_ example: Case) throws {
        let names = ["init.mp4", "i.mp4", "j.mp4", "text.mp4", "init.key1.mp4", "text1.m4s", "text2.m4s"]
        let files = (names + ["a.m4s", "b.m4s", "c.m4s", "d.m4s", "e.m4s"]).map { ($0, 400) }
        let tree = try TreeFixture(media: example.lines, files: Dictionary(uniqueKeysWithValues: files))
        let planned = try PlannedTree(fragments: tree, example.policy)
        #expect(planned.sections.sorted() == example.sections.sorted())
        #expect(try planned.summarizedLines() == example.result)
        #expect(planned.plan.discontinuities.isEmpty)
    }

    /// Returns two renditions, with one initialization section or two, and I-frames of the first.
    private static func tree(sharedSection: Bool) throws -> TreeFixture {
        let second = sharedSection ? "v/init.mp4" : "a/init.mp4"
        return try TreeFixture(
            [
                "main.m3u8": """
                #EXTM3U
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="n",URI="a.m3u8"
                #EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2,AUDIO="a"
                v.m3u8
                #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2,URI="i.m3u8"

                """,
                "v.m3u8": TreeFixture.mediaPlaylist(
                    [map("v/init.mp4")] + segments("v/1.m4s", "v/2.m4s")
                ),
                "a.m3u8": TreeFixture.mediaPlaylist([map(second)] + segments("a/1.m4s", "a/2.m4s")),
                "i.m3u8": TreeFixture.mediaPlaylist(
                    [
                        "#EXT-X-I-FRAMES-ONLY", map("v/init.mp4"), "#EXTINF:6,",
                        "#EXT-X-BYTERANGE:200@0", "v/1.m4s", "#EXTINF:6,", "#EXT-X-BYTERANGE:200@0",
                        "v/2.m4s",
                    ]
                ),
            ],
            media: [
                "v/init.mp4": 300, "a/init.mp4": 300, "v/1.m4s": 400, "v/2.m4s": 400, "a/1.m4s": 400,
                "a/2.m4s": 400,
            ]
        )
    }

    private static func indexed(_ planned: PlannedTree, _ name: String) throws -> Int {
        try #require(planned.presentation.renditions.firstIndex { $0.path == TreePath(name) })
    }

    @Test(
        arguments: [
            (.presentation, true, ["v/init.mp4 all/0"], "MAP URI=\"v/init.mp4\""),
            (.presentation, false, ["v/init.mp4 all/0", "a/init.mp4 all/0"], "MAP URI=\"a/init.mp4\""),
            (.type, true, ["v/init.mp4 sd/0", "v/init.key1.mp4 audio/0"], "MAP URI=\"v/init.key1.mp4\""),
            (.type, false, ["v/init.mp4 sd/0", "a/init.mp4 audio/0"], "MAP URI=\"a/init.mp4\""),
            (.rendition, true, ["v/init.mp4 v/0", "v/init.key1.mp4 a/0"], "MAP URI=\"v/init.key1.mp4\""),
        ] as [(KeyGranularity, Bool, [String], String)]
    )
    func keysOfRenditions(
        granularity: KeyGranularity,
        isShared: Bool,
        sections: [String],
        audioMap: String
    ) throws {
        let planned = try PlannedTree(
            fragments: Self.tree(sharedSection: isShared),
            .sampleAES(granularity: granularity)
        )
        let audio = try Self.indexed(planned, "a.m3u8")
        let video = try Self.indexed(planned, "v.m3u8")
        // The first rendition in the plan keeps the original name.
        let isVideoFirst = video < audio
        #expect(isVideoFirst || !isShared || granularity == .presentation)
        #expect(planned.sections.sorted() == sections.sorted())
        #expect(try planned.summarizedLines(audio).first == audioMap)
        #expect(try planned.summarizedLines(video).first == "MAP URI=\"v/init.mp4\"")
    }

    /// I-frames use the form of the segments that contain them, and their ranges are adjusted.
    @Test func iFramesFollow() throws {
        let planned = try PlannedTree(
            fragments: Self.tree(sharedSection: false),
            .sampleAES(rotation: .seconds(6))
        )
        #expect(
            try planned.summarizedLines(Self.indexed(planned, "i.m3u8")) == [
                "MAP URI=\"v/init.mp4\"", "KEY all/0", "#EXT-X-BYTERANGE:250@0", "v/1.m4s", "KEY all/1",
                "MAP URI=\"v/init.key1.mp4\"", "#EXT-X-BYTERANGE:250@0", "v/2.m4s",
            ]
        )
        #expect(planned.sections.count == 4)
    }

    /// A clear lead segment is in two playlists; one ends before its initialization section has a key.
    @Test func aClearSegmentUnderTwoSectionsHasOneForm() throws {
        let tree = try TreeFixture(
            [
                "main.m3u8": """
                #EXTM3U
                #EXT-X-STREAM-INF:BANDWIDTH=1
                v.m3u8
                #EXT-X-STREAM-INF:BANDWIDTH=2
                w.m3u8

                """,
                "v.m3u8": TreeFixture.mediaPlaylist([Self.map("i.mp4")] + Self.segments("a.m4s", "b.m4s")),
                "w.m3u8": TreeFixture.mediaPlaylist([Self.map("j.mp4")] + Self.segments("a.m4s")),
            ],
            media: ["i.mp4": 300, "j.mp4": 300, "a.m4s": 400, "b.m4s": 400]
        )
        let error = #expect(throws: RunFailure.self) {
            try PlannedTree(fragments: tree, .sampleAES(clearLead: .seconds(6)))
        }
        let message = "v.m3u8:5: a.m4s: the clear segment has an EXT-X-MAP that names keys and another"
        #expect(error?.description.hasPrefix(message) == true)
    }

    @Test func notesOfText() throws {
        let tree = try TreeFixture(
            media: [Self.map("text.mp4")] + Self.segments("text1.m4s"),
            files: ["text.mp4": 300, "text1.m4s": 400]
        )
        let planned = try PlannedTree(fragments: tree, .sampleAES())
        #expect(
            planned.plan.notes(.sampleAES()) == ["main.m3u8: text and metadata in fragmented MP4 stay clear"]
        )
    }

    @Test func warnsOfCrowdedSamples() throws {
        let tree = try TreeFixture(
            media: [Self.map("init.mp4")] + Self.segments("a.m4s", "b.m4s", "a.m4s"),
            files: ["init.mp4": 300, "a.m4s": 400, "b.m4s": 400]
        )
        let planned = try PlannedTree(tree, .sampleAES()) { resource in
            resource.content == .initialization
                ? .movie(try FragmentFormats.movie())
                : try FragmentFormats.segment(400, crowded: resource.file == TreePath("a.m4s") ? 2 : 0)
        }
        #expect(planned.plan.warnings.count == 1)
        let text = planned.plan.warnings.first ?? ""
        #expect(text.hasPrefix("main.m3u8: the last slices or tiles of 2 pictures stay clear"), "\(text)")
        #expect(text.contains("byte 120 of a.m4s"), "\(text)")
    }
}

extension ProtectionPolicy {
    /// Returns SAMPLE-AES with sample groups for rotated keys.
    static func seig(
        _ systems: KeySystem...,
        clearLead: Duration = .zero,
        rotation: Duration? = nil
    ) -> ProtectionPolicy {
        var policy = ProtectionPolicy.sampleAES(clearLead: clearLead, rotation: rotation)
        policy.keySystems = systems.isEmpty ? nil : systems
        policy.rotationForm = .seig
        return policy
    }
}
