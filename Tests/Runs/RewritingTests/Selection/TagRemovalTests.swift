import HLSPlaylists
import Testing

@testable import Rewriting

/// Removal of tags by name.
struct TagRemovalTests {
    private static let lines = [
        "#EXTM3U", "#EXT-X-VERSION:9", "#EXT-X-TARGETDURATION:4", "#EXT-X-PLAYLIST-TYPE:EVENT",
        "#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-START:TIME-OFFSET=0",
        "#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3,CAN-BLOCK-RELOAD=YES", "#EXT-X-PART-INF:PART-TARGET=1",
        "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2024-01-01T00:00:00Z\"", "#EXT-X-CUE-OUT:30",
        "#EXT-X-CUE-OUT", "#EXT-X-CUE-OUT-CONT:1/30", "# EXT-X-CUE-OUT", "#EXT-X-BITRATE:12",
        "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z", "#EXT-X-PART:URI=\"p.mp4\",DURATION=1",
        "#EXTINF:4,#EXT-X-CUE-OUT", "0.ts", "#EXT-X-CUE-OUT  :1", "#EXT-OATCLS-SCTE35:/DAg",
        "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"q.mp4\"", "#EXT-X-RENDITION-REPORT:URI=\"b.m3u8\"",
    ]

    /// Expected are the numbers of the removed lines, counted from 1.
    @Test(arguments: [
        ("EXT-X-DATERANGE", [9]),
        ("#EXT-X-DATERANGE", [9]),
        ("EXT-X-CUE-OUT", [10, 11, 19]),
        ("EXT-X-CUE-OUT-CONT, EXT-OATCLS-SCTE35", [12, 20]),
        ("EXT-X-PROGRAM-DATE-TIME,EXT-X-DATERANGE", [9, 15]),
        ("EXT-X-PART-INF,EXT-X-PART,EXT-X-PRELOAD-HINT", [8, 16, 21]),
        ("EXT-X-SERVER-CONTROL,EXT-X-PART-INF,EXT-X-PART,EXT-X-PRELOAD-HINT", [7, 8, 16, 21]),
        ("EXT-X-RENDITION-REPORT,EXT-X-PLAYLIST-TYPE", [4, 22]),
        ("EXT-X-BITRATE,EXT-X-START,EXT-X-INDEPENDENT-SEGMENTS", [5, 6, 14]),
        ("EXT-X-NONE", []),
        ("ext-x-cue", nil),
    ])
    func takesOut(_ list: String, _ expected: [Int]?) throws {
        guard let expected else {
            #expect(throws: TagRemovalError.malformed(list)) { try TagRemoval(parsing: list) }
            return
        }
        let remainingLines = Self.lines.enumerated().filter { !expected.contains($0.offset + 1) }.map(
            \.element
        )
        let text = try RewriteFixture.rewrite(Self.lines.joined(separator: "\n")) {
            $0.droppedTags = try TagRemoval(parsing: list)
        }
        // The source ends without a line ending, and so does the result.
        #expect(text.split(separator: "\n").map(String.init) == remainingLines)
    }

    @Test(arguments: [
        "", ",", "EXT-X-DATERANGE,", "DATERANGE", "##EXT-X-A", "EXT-X-A:1", "EXT X", "#", "EXT-X-Ä",
    ])
    func refusesWhatIsNoName(_ list: String) throws {
        let error = #expect(throws: TagRemovalError.self) { try TagRemoval(parsing: list) }
        guard case .malformed = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    static let needed: [TagName] = [
        .extM3U, .version, .define, .targetDuration, .mediaSequence, .discontinuitySequence, .endList,
        .iFramesOnly, .segmentInformation, .byteRange, .discontinuity, .key, .map, .gap, .skip, .media,
        .streamInformation, .iFrameStreamInformation, .sessionKey,
    ]

    @Test(arguments: needed)
    func refusesWhatIsNeeded(_ tag: TagName) {
        let error = #expect(throws: TagRemovalError.self) { try TagRemoval(parsing: "#" + tag.name) }
        guard case .needed(tag.name, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [
        ("EXT-X-PROGRAM-DATE-TIME", ["EXT-X-DATERANGE"]),
        ("EXT-X-PART", ["EXT-X-PART-INF", "EXT-X-PRELOAD-HINT"]),
        ("EXT-X-PART-INF,EXT-X-PART", ["EXT-X-PRELOAD-HINT"]),
        ("EXT-X-SERVER-CONTROL", ["EXT-X-PART-INF", "EXT-X-PART", "EXT-X-PRELOAD-HINT"]),
    ])
    func refusesWhatGoesOnlyWithOthers(_ list: String, _ expected: [String]) {
        let error = #expect(throws: TagRemovalError.self) { try TagRemoval(parsing: list) }
        guard case .alone(_, let missing, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(missing == expected)
    }

    /// Removing a tag that may be removed causes no lint error.
    @Test(arguments: TagName.allCases.filter { !needed.contains($0) })
    func leavesNoError(_ tag: TagName) throws {
        var names = [tag.name]
        if case .onlyWith(let otherTags, _) = tag.removalRule { names += otherTags.map(\.name) }
        let removal = try TagRemoval(parsing: names.joined(separator: ","))
        for text in [Self.lines.joined(separator: "\n") + "\n", Self.multivariant] {
            #expect(try SelectionLint.errors(of: text) == [])
            let result = try RewriteFixture.removing(removal, from: text)
            #expect(try SelectionLint.errors(of: result) == [])
        }
    }

    private static let multivariant = """
        #EXTM3U
        #EXT-X-VERSION:8
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-START:TIME-OFFSET=1
        #EXT-X-CONTENT-STEERING:SERVER-URI="/s",PATHWAY-ID="a"
        #EXT-X-SESSION-DATA:DATA-ID="a",VALUE="b"
        #EXT-X-STREAM-INF:BANDWIDTH=1,PATHWAY-ID="a"
        v.m3u8

        """
}

extension RewriteFixture {
    /// Takes tags out of a playlist's text.
    fileprivate static func removing(_ removal: TagRemoval, from text: String) throws -> String {
        var document = try PlaylistDocument(parsing: Array(text.utf8))
        _ = try removal.apply(to: &document, of: SelectionFixture.path)
        return String(decoding: document.serialized(), as: UTF8.self)
    }
}
