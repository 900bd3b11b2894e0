import Failures
import PresentationFixtures
import Testing

@testable import Presentations
@testable import Rewriting

/// The segments that a window keeps, and the playlists that cannot be cut.
struct WindowTests {
    @Test(arguments: [
        (PlaylistWindow.span(from: .seconds(4), to: .seconds(8)), 2..<4),
        (.span(from: .milliseconds(3999), to: .milliseconds(8001)), 1..<5),
        (.span(from: .zero, to: .seconds(1)), 0..<1),
        (.last(.seconds(4)), 8..<10),
        (.last(.milliseconds(4001)), 7..<10),
        (.last(.seconds(100)), 0..<10),
        (.all, 0..<10),
    ])
    func selectsWhatOverlaps(_ window: PlaylistWindow, _ expected: Range<Int>) throws {
        let segments = (0..<10).map { "#EXTINF:2,\n\($0).ts" }
        let tree = try RewriteFixture(["main.m3u8": TreeFixture.mediaPlaylist(segments)]).rewriteTree()
        #expect(try WindowPlan(window, of: tree).keptSegments(of: tree.media[0]) == expected)
    }

    @Test(arguments: [
        ("#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n#EXTINF:6,\n0.ts", PlaylistWindow.last(.seconds(1)), 3),
        (
            "#EXT-X-PROGRAM-DATE-TIME:2024-02-30T00:00:00Z\n#EXTINF:6,\n0.ts\n#EXTINF:6,\n1.ts",
            .last(.seconds(1)), 3
        ),
    ])
    func refusesWhatCannotBeCut(_ lines: String, _ window: PlaylistWindow, _ line: Int) throws {
        let error = #expect(throws: RunFailure.self) {
            try RewriteFixture.rewrite(TreeFixture.mediaPlaylist([lines])) { $0.window = window }
        }
        #expect(error?.failureClass == .malformed)
        #expect(error?.description.hasPrefix("main.m3u8:\(line):") == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        ("5", PlaylistWindow.span(from: .seconds(6), to: nil), 1),
        ("5", .span(from: .zero, to: .seconds(6)), 0),
        ("-5", .span(from: .zero, to: .seconds(6)), 1),
        ("-5", .last(.seconds(6)), 0),
    ])
    func warnsOfAStartThatMoves(_ offset: String, _ window: PlaylistWindow, _ count: Int) throws {
        let start = "#EXT-X-START:TIME-OFFSET=" + offset
        let fixture = try RewriteFixture([
            "main.m3u8": TreeFixture.mediaPlaylist([start, "#EXTINF:6,", "0.ts", "#EXTINF:6,", "1.ts"])
        ])
        var request = fixture.request()
        request.window = window
        #expect(try fixture.run(request).warnings.count == count)
        #expect(try fixture.text().contains(start))
    }

    @Test func refusesAnEmptyWindow() throws {
        #expect(throws: RunFailure.emptyWindow(TreePath("main.m3u8"))) {
            try RewriteFixture.rewrite(TreeFixture.mediaPlaylist(["#EXTINF:6,", "0.ts"])) {
                $0.window = .span(from: .seconds(6), to: nil)
            }
        }
    }
}
