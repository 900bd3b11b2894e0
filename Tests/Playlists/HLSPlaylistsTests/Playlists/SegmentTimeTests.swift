import HLSPlaylists
import PlaylistFixtures
import Testing

@Suite struct SegmentTimeTests {
    @Test(
        arguments: [
            ("10", 10, 0), ("10.", 10, 0), (".5", 0, 500_000_000_000_000_000), ("0", 0, 0),
            ("007.50", 7, 500_000_000_000_000_000),
            ("5.994666666666667", 5, 994_666_666_666_667_000), ("0.000000000000000001", 0, 1),
            ("0.0000000000000000005", 0, 1), ("0.00000000000000000049", 0, 0),
            ("0.9999999999999999995", 1, 0), ("2147483648", 2_147_483_648, 0), (" 4 ", 4, 0),
        ] as [(String, Int64, Int64)]
    )
    func readsExactly(text: String, seconds: Int64, attoseconds: Int64) throws {
        let playlist = try mediaPlaylist("#EXTINF:\(text),", "a")
        let expected = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
        #expect(playlist.segments.map(\.duration) == [expected])
    }

    @Test(arguments: [
        "", ".", "-1", "+1", "nan", "inf", "1e3", "0x10", "1.2.3", "1 2", "2147483648.1", "2147483649",
        "99999999999999999999999999999999", "１",
    ])
    func refuses(text: String) {
        let error = problem { try mediaPlaylist("#EXTINF:\(text),", "a") }
        #expect(error?.line == 3)
        #expect(error?.column == 9)
    }

    /// Computed by hand: 3 x 5.994666666666667 = 17.984000000000001.
    @Test func sumsExactly() throws {
        let segment = ["#EXTINF:5.994666666666667,", "a"]
        let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:6"] + segment + segment + segment + segment
        let playlist = try MediaPlaylist(document(lines.joined(separator: "\n")))
        let start = Duration(secondsComponent: 17, attosecondsComponent: 984_000_000_000_001_000)
        #expect(playlist.segments[3].start == start)
        #expect(playlist.segments[0].start == .zero)
    }

    /// 10,000 x 2147483648 s = 21474836480000 s without overflow.
    @Test func sumsLongDurations() throws {
        let body = String(repeating: "#EXTINF:2147483648,\na\n", count: 10_001)
        let playlist = try MediaPlaylist(document("#EXTM3U\n#EXT-X-TARGETDURATION:2147483648\n" + body))
        #expect(playlist.segments.last?.start == .seconds(21_474_836_480_000))
    }
}
