import CommonEncryption
import Failures
import PresentationFixtures
import ProtectionFixtures
import SampleEncryption
import Testing

@testable import Presentations
@testable import Protection

/// The EXT-X-MAP sections of transport streams whose program map has to signal protection.
struct ProgramTablesPlannerTests {
    private static let files = ["init.ts", "init2.ts", "a.ts", "b.ts"]

    /// Plans a playlist of a.ts and b.ts; `tables` tells which of them have program tables of their own.
    private static func plan(
        _ lines: [String],
        tables: (a: Bool, b: Bool),
        clearLead: Duration
    ) throws -> PlannedTree {
        let tree = try TreeFixture(
            media: lines,
            files: Dictionary(uniqueKeysWithValues: files.map { ($0, 376) })
        )
        var formats = try SampleFormats.formats(of: files)
        formats["a.ts"] = try SampleFormats.stream(hasTables: tables.a)
        formats["b.ts"] = try SampleFormats.stream(hasTables: tables.b)
        return try PlannedTree(tree, .sampleAES(clearLead: clearLead), formats: formats)
    }

    private static let oneMap = [
        #"#EXT-X-MAP:URI="init.ts""#, "#EXTINF:6,", "a.ts", "#EXTINF:6,", "b.ts",
    ]

    @Test(
        arguments: [
            ("all is protected", (false, false), .zero, true),
            ("all is protected and has tables", (true, true), .zero, true),
            ("the clear segment needs it", (false, true), .seconds(6), false),
            ("the protected segment needs it", (true, false), .seconds(6), true),
            ("nobody needs it", (true, true), .seconds(6), false),
        ] as [(String, (Bool, Bool), Duration, Bool)]
    )
    func decides(name: String, tables: (Bool, Bool), clearLead: Duration, isProtected: Bool) throws {
        let planned = try Self.plan(Self.oneMap, tables: (tables.0, tables.1), clearLead: clearLead)
        let section = try #require(
            planned.plan.media.resources.first { $0.outputFile == TreePath("init.ts") }
        )
        let tables = try SampleFormats.tables()
        let expected: ResourceTreatment =
            isProtected
            ? .transportStream(KeySlot(track: "all", period: 0), tables) : .clear(.transportStream(tables))
        #expect(section.treatment == expected, "\(name)")
    }

    @Test func twoSegmentsThatNeedItBothWaysContradictEachOther() throws {
        let error = #expect(throws: RunFailure.self) {
            try Self.plan(Self.oneMap, tables: (false, false), clearLead: .seconds(6))
        }
        #expect(error?.failureClass == .malformed)
        let message =
            "main.m3u8:3: init.ts: the EXT-X-MAP section has the only program tables of a clear segment "
            + "(main.m3u8:5) and of a protected one (main.m3u8:7)"
        #expect(error?.description.hasPrefix(message) == true)
    }

    @Test func aMapForEachSolvesIt() throws {
        let planned = try Self.plan(
            [
                #"#EXT-X-MAP:URI="init.ts""#, "#EXTINF:6,", "a.ts", #"#EXT-X-MAP:URI="init2.ts""#,
                "#EXTINF:6,",
                "b.ts",
            ],
            tables: (false, false),
            clearLead: .seconds(6)
        )
        let sections = planned.plan.media.resources.filter { $0.resource.content == .initialization }
        #expect(sections.map(\.treatment.isClear) == [true, false])
    }

    /// An I-frame seldom includes the tables of its segment, so those of EXT-X-MAP have to be right.
    @Test func aMapOfIFramesIsProtectedWithThem() throws {
        let tree = try TreeFixture(
            [
                "main.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2\nv.m3u8\n"
                    + "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2,URI=\"i.m3u8\"\n",
                "v.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "a.ts"]),
                "i.m3u8": TreeFixture.mediaPlaylist([
                    "#EXT-X-I-FRAMES-ONLY", #"#EXT-X-MAP:URI="init.ts""#, "#EXTINF:6,",
                    "#EXT-X-BYTERANGE:188@188", "a.ts",
                ]),
            ],
            media: ["a.ts": 376, "init.ts": 376]
        )
        let formats = try SampleFormats.formats(of: ["a.ts", "init.ts"])
        let planned = try PlannedTree(tree, .sampleAES(), formats: formats)
        #expect(planned.resources.allSatisfy { !$0.planned.treatment.isClear })
    }
}
