import Testing

/// Lines that a selection removes from a ladder, with the lines that depend on them.
struct VariantSelectionTests {
    /// A selection, and the lines of `SelectionFixture.ladder` that it removes.
    struct Case: Sendable, CustomTestStringConvertible {
        var keep: [String] = []
        var drop: [String] = []
        let lines: [Int]
        var attributes: [String] = []

        var testDescription: String { "keep \(keep) drop \(drop)" }
    }

    private static let variantLines = [10, 12, 14, 16, 18, 20]

    static let cases = [
        Case(keep: ["resolution<=1280x720"], lines: [14, 15, 20, 21, 26]),
        Case(drop: ["resolution>1280x720"], lines: [14, 15, 20, 21, 26]),
        Case(keep: ["resolution=720x1280"], lines: [10, 11, 14, 15, 16, 17, 20, 21, 24, 26]),
        // I-frame variants are removed with the variants of their size, not by their own bandwidth.
        Case(keep: ["bandwidth<=3000000"], lines: [14, 15, 18, 19, 20, 21, 26]),
        Case(keep: ["bandwidth>=3000000"], lines: [10, 11, 16, 17, 22, 23, 24]),
        Case(
            keep: ["resolution<=640x360", "bandwidth>=6000000"],
            lines: [12, 13, 18, 19, 22, 23, 25]
        ),
        Case(
            keep: ["bandwidth>=1000000,bandwidth<2000000"],
            lines: [12, 13, 14, 15, 18, 19, 20, 21, 22, 23, 25, 26]
        ),
        // A group without variants is removed, and so are variants without their group.
        Case(drop: ["codec=ec-3"], lines: [5, 6, 16, 17, 18, 19, 20, 21]),
        Case(drop: ["group=ec3"], lines: [5, 6, 16, 17, 18, 19, 20, 21]),
        Case(keep: ["type=audio,group=aac"], lines: [5, 6, 16, 17, 18, 19, 20, 21]),
        Case(keep: ["codec=ec-3"], lines: [3, 4, 10, 11, 12, 13, 14, 15, 22, 23]),
        Case(drop: ["group=aac", "bandwidth<=64000"], lines: [3, 4, 10, 11, 12, 13, 14, 15, 22, 23]),
        Case(drop: ["codec=avc1.640028"], lines: [14, 15, 20, 21, 26]),
        Case(
            keep: ["codec=mp4a"],
            drop: ["resolution>1280x720"],
            lines: [5, 6, 14, 15, 16, 17, 18, 19, 20, 21, 26]
        ),
        // Renditions
        Case(keep: ["language=en"], lines: [4, 6, 8]),
        Case(drop: ["language!=en"], lines: [4, 6, 8]),
        Case(keep: ["type=audio,language=en"], lines: [4, 6]),
        Case(keep: ["type=audio,language=en", "type=subtitles,name=Signs"], lines: [4, 6, 7]),
        Case(drop: ["name=signs"], lines: [8]),
        Case(drop: ["type=i-frames"], lines: [24, 25, 26]),
        Case(keep: ["type=i-frames,resolution<=640x360"], lines: [25, 26]),
        Case(drop: ["type=subtitles"], lines: [7, 8], attributes: variantLines.map { "\($0) SUBTITLES" }),
        Case(
            drop: ["type=closed-captions", "resolution>640x360"],
            lines: [9, 12, 13, 14, 15, 18, 19, 20, 21, 25, 26],
            attributes: ["10 CLOSED-CAPTIONS", "16 CLOSED-CAPTIONS"]
        ),
        Case(
            drop: ["language=en"],
            lines: [3, 5, 7, 9],
            attributes: variantLines.map { "\($0) CLOSED-CAPTIONS" }
        ),
        Case(drop: ["language=fr"], lines: []),
    ]

    @Test(arguments: cases)
    func takesOut(_ item: Case) throws {
        let removal = try SelectionFixture.ladder.removed(keep: item.keep, drop: item.drop)
        #expect(removal.lines == item.lines)
        #expect(removal.attributes == item.attributes)
    }

    @Test(arguments: [
        (["language=fr"], ["main.m3u8: --drop language=fr: nothing matches"]),
        (
            ["language=en"],
            [
                "main.m3u8:3: the default rendition of group 'aac' is dropped ('English'), and no other replaces it",
                "main.m3u8:3: the rendition is dropped ('English'), but a variant that is kept has its media",
                "main.m3u8:5: the default rendition of group 'ec3' is dropped ('English'), and no other replaces it",
            ]
        ),
        (["group=ec3"], []),
    ])
    func warns(_ drop: [String], _ expected: [String]) throws {
        #expect(try SelectionFixture.ladder.removed(drop: drop).warnings == expected)
    }

    @Test func warnsOfAKeepBesideOthersThatHolds() throws {
        let removal = try SelectionFixture.ladder.removed(keep: ["language=en", "language=fr"])
        #expect(removal.lines == [4, 6, 8])
        #expect(removal.warnings == ["main.m3u8: --keep language=fr: nothing matches"])
    }

    // MARK: Groups

    /// Audio in the variant's own media stays if the audio renditions are removed.
    @Test func leavesTheSoundOfTheVariantItself() throws {
        let scene = SelectionFixture([
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\"",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"Deutsch\",LANGUAGE=\"de\",URI=\"de.m3u8\"",
            "#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"a\",CODECS=\"avc1.4d401e,mp4a.40.2\"", "v.m3u8",
        ])
        #expect(try scene.removed(drop: ["type=audio"]) == .init(lines: [2, 3], attributes: ["4 AUDIO"]))
    }

    /// The video of a variant is also in its own playlist.
    @Test func leavesThePicturesOfTheVariantItself() throws {
        let scene = SelectionFixture([
            "#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"cam\",NAME=\"Main\",URI=\"v.m3u8\"",
            "#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"cam\",NAME=\"Dugout\",URI=\"d.m3u8\"",
            "#EXT-X-STREAM-INF:BANDWIDTH=1,VIDEO=\"cam\"", "v.m3u8",
            "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,VIDEO=\"cam\",URI=\"i.m3u8\"",
        ])
        let removal = try scene.removed(drop: ["group=cam"])
        #expect(removal.lines == [2, 3])
        #expect(removal.attributes == ["4 VIDEO", "6 VIDEO"])
    }

    /// Groups that no variant references, and references to undefined groups, stay.
    @Test func leavesWhatWasUnusedOrUndefined() throws {
        let scene = SelectionFixture([
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"unused\",NAME=\"English\",URI=\"u.m3u8\"",
            "#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"nowhere\",SUBTITLES=\"nowhere\"", "a.m3u8",
            "#EXT-X-STREAM-INF:BANDWIDTH=2,AUDIO=\"nowhere\"", "b.m3u8",
        ])
        #expect(try scene.removed(drop: ["bandwidth=2"]) == .init(lines: [5, 6]))
    }

    /// Groups of each type are removed with the last variant that references them.
    @Test func takesOutGroupsOfAllTypes() throws {
        let scene = SelectionFixture([
            "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"English\",URI=\"s.m3u8\"",
            "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"s\",NAME=\"CC\",INSTREAM-ID=\"CC1\"",
            "#EXT-X-STREAM-INF:BANDWIDTH=1,SUBTITLES=\"s\"", "a.m3u8",
            "#EXT-X-STREAM-INF:BANDWIDTH=2,CLOSED-CAPTIONS=\"s\"", "b.m3u8",
        ])
        #expect(try scene.removed(drop: ["bandwidth=1"]) == .init(lines: [2, 4, 5]))
        #expect(try scene.removed(drop: ["bandwidth=2"]) == .init(lines: [3, 6, 7]))
    }

    // MARK: I-frame variants

    @Test(arguments: [
        // If no variant has its size, an I-frame variant is selected by the given sizes and by its codec.
        (["resolution<=1280x720"], [], [2, 3, 9]),
        ([], ["resolution>1280x720"], [2, 3, 9]),
        ([], ["resolution>=1920x1080"], [2, 3]),
        ([], ["codec=hvc1"], [6, 7, 10]),
        (["codec=hvc1"], [], [2, 3, 4, 5, 8, 9]),
        (["bandwidth>=3"], [], [4, 5]),
        // The bandwidth of a variant says nothing about that of its I-frames.
        ([], ["resolution<=4096x2160,bandwidth=1"], [4, 5]),
    ])
    func judgesIFramesOfOtherSizes(_ keep: [String], _ drop: [String], _ lines: [Int]) throws {
        let scene = SelectionFixture([
            "#EXT-X-STREAM-INF:BANDWIDTH=3,RESOLUTION=1920x1080,CODECS=\"avc1.640028\"", "a.m3u8",
            "#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=1280x720,CODECS=\"avc1.640028\"", "b.m3u8",
            "#EXT-X-STREAM-INF:BANDWIDTH=4,RESOLUTION=1280x720,CODECS=\"hvc1.2.4.L93\"", "c.m3u8",
            "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,RESOLUTION=320x180,CODECS=\"avc1.4d400d\",URI=\"1\"",
            "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,RESOLUTION=1600x900,CODECS=\"avc1.4d400d\",URI=\"2\"",
            "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,RESOLUTION=320x180,CODECS=\"hvc1.2.4.L60\",URI=\"3\"",
        ])
        #expect(try scene.removed(keep: keep, drop: drop).lines == lines)
    }

    /// I-frames of a pathway without variants are of no use to any player.
    @Test func takesOutIFramesOfALostPathway() throws {
        let scene = SelectionFixture([
            "#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=640x360,PATHWAY-ID=\"A\"", "a.m3u8",
            "#EXT-X-STREAM-INF:BANDWIDTH=2,RESOLUTION=640x360,PATHWAY-ID=\"B\"", "b.m3u8",
            "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,RESOLUTION=640x360,PATHWAY-ID=\"A\",URI=\"i\"",
            "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,RESOLUTION=640x360,PATHWAY-ID=\"B\",URI=\"j\"",
        ])
        #expect(try scene.removed(drop: ["bandwidth=2"]).lines == [4, 5, 7])
    }
}
