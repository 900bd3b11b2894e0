import Bitstreams
import Mezzanines
import Muxing
import Testing

/// WebVTT segments; unless a test says otherwise, of 6 s in a presentation of 18 s.
struct WebVTTSegmentsTests {
    @Test
    func repeatsCuesInEverySegmentThatTheyOverlap() throws {
        let text = """
            WEBVTT - Übersetzung
            Kind: captions

            STYLE
            ::cue { color: lime }

            REGION
            id:one

            NOTE
            left out

            first
            00:01.000 --> 00:02.500 align:start
            <v Ann>Grüße

            00:00:05.000 --> 00:00:07.000
            over
            a boundary

            00:03.000 --> 00:04.000
            out of order

            5
            00:12.000 --> 00:18.500
            until behind the end
            """
        let (files, warnings) = try segments(text, clockStart: 900_000)
        let preamble = """
            WEBVTT - Übersetzung
            X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000
            Kind: captions

            STYLE
            ::cue { color: lime }

            REGION
            id:one


            """
        let first = "first\n00:01.000 --> 00:02.500 align:start\n<v Ann>Grüße\n\n"
        let second = "00:00:05.000 --> 00:00:07.000\nover\na boundary\n\n"
        let third = "00:03.000 --> 00:04.000\nout of order\n\n"
        let last = "5\n00:12.000 --> 00:18.500\nuntil behind the end\n\n"
        #expect(files == [preamble + first + third + second, preamble + second, preamble + last])
        #expect(warnings.isEmpty)
    }

    @Test
    func namesFilesAndTellsTheirTimes() throws {
        let rendition = try WebVTTSegments.cut(
            path: "en.vtt",
            text: Array("WEBVTT".utf8),
            boundaries: [
                MediaTime(ticks: 0, timescale: 1), MediaTime(ticks: 180_180, timescale: 30_000),
                MediaTime(ticks: 600_000, timescale: 48_000),
            ],
            end: MediaTime(ticks: 15, timescale: 1),
            clockStart: (1 << 33) + 5
        ).rendition
        #expect(
            rendition.files.map(\.name) == ["segment-00001.vtt", "segment-00002.vtt", "segment-00003.vtt"]
        )
        #expect(rendition.initializationSection == nil)
        #expect(rendition.segments.map(\.location) == (0..<3).map { GeneratedRendition.Location(file: $0) })
        // 6.006 s; 12.5 - 6.006 s; 2.5 s.
        let durations: [MediaTime] = [(6006, 1000), (6494, 1000), (2500, 1000)].map {
            MediaTime(ticks: $0.0, timescale: $0.1)
        }
        #expect(rendition.segments.map(\.duration) == durations)
        #expect(
            rendition.segments.map(\.start) == [
                MediaTime(ticks: 0, timescale: 1), MediaTime(ticks: 6006, timescale: 1000),
                MediaTime(ticks: 25, timescale: 2),
            ]
        )
        let text = try rendition.files[2].bytes.makeReader().bytes(1000, at: 0)
        #expect(
            String(decoding: text, as: UTF8.self) == "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:5,LOCAL:00:00:00.000\n\n"
        )
    }

    /// Start and end of a cue in ms, and the segments with it (boundaries at 0, 6 and 12 s, the end at 18 s).
    @Test(
        arguments: [
            (0, 6000, [0]), (0, 6001, [0, 1]), (5999, 6000, [0]), (6000, 12_000, [1]),
            (0, 18_000, [0, 1, 2]),
            (0, 360_000_000, [0, 1, 2]), (17_999, 20_000, [2]), (18_000, 19_000, []),
            // Cues of no duration are never displayed, but stay in their segment.
            (0, 0, [0]), (6000, 6000, [1]), (7000, 7000, [1]),
        ] as [(Int, Int, [Int])]
    )
    func findsTheSegmentsOfACue(_ start: Int, _ end: Int, _ expected: [Int]) throws {
        let cue = "\(time(start)) --> \(time(end))\ntext"
        let (files, warnings) = try segments("WEBVTT\n\n\(cue)\n")
        #expect(files.indices.filter { files[$0].contains(cue) } == expected)
        #expect(warnings.isEmpty != expected.isEmpty)
    }

    @Test
    func saysWhichCuesAreBehindTheEnd() throws {
        let text =
            "WEBVTT\n\n00:18.000 --> 00:19.000\na\n\n00:20.000 --> 00:21.000\nb\n\n00:01.000 --> 00:02.000\nc\n"
        #expect(
            try segments(text).warnings == [
                "en.vtt: cues from 18.000 s on (2) are left out: they start after the end of the presentation (18.000 s)"
            ]
        )
        #expect(try segments("WEBVTT\n").warnings == ["en.vtt: there are no cues"])
    }

    /// All line endings, and unusual syntax that players accept.
    @Test(
        arguments: [
            ("WEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\na\r\nb\r\n\r\n", "00:01.000 --> 00:02.000\r\na\r\nb"),
            ("WEBVTT\r\r00:01.000 --> 00:02.000\ra\rb", "00:01.000 --> 00:02.000\ra\rb"),
            ("\u{FEFF}WEBVTT\n\n\n\n00:01.000 --> 00:02.000\n", "00:01.000 --> 00:02.000"),
            ("WEBVTT\ttitle\n\n00:01.000-->00:02.000\na", "00:01.000-->00:02.000\na"),
            (
                "WEBVTT\n\n 0:00:01.000\t-->\t123:00:02.000 line:0\na",
                " 0:00:01.000\t-->\t123:00:02.000 line:0\na"
            ),
            // Any line without an arrow may be a cue identifier.
            ("WEBVTT\n\nNOTE 1\n00:01.000 --> 00:02.000\na", "NOTE 1\n00:01.000 --> 00:02.000\na"),
            ("WEBVTT\n\n00:01.000 --> 00:02.000\n->-\n \u{A0}\n", "00:01.000 --> 00:02.000\n->-\n \u{A0}"),
        ]
    )
    func carriesCuesByteForByte(_ text: String, _ cue: String) throws {
        let first = try #require(try segments(text).files.first)
        #expect(first.hasPrefix("WEBVTT"))
        #expect(Array(first.utf8).suffix(cue.utf8.count + 4) == Array("\n\n\(cue)\n\n".utf8))
    }

    @Test(
        arguments: [
            ("", "line 1: \"\" (expected \"WEBVTT\")"),
            ("WEBVTTX\n", "line 1: \"WEBVTTX\" (expected \"WEBVTT\")"),
            ("1\n00:00:01,000 --> 00:00:02,000\na", "line 1: \"1\" (expected \"WEBVTT\")"),
            (
                "WEBVTT\n00:01.000 --> 00:02.000\na",
                "line 2: a cue in the header (expected a blank line before it)"
            ),
            (
                "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n",
                "line 2: \"X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:0...\" (expected cues whose times count from the start of "
                    + "the presentation)"
            ),
            ("WEBVTT\n\n\nwhat\n", "line 4: \"what\" (expected a cue with its times, STYLE, REGION or NOTE)"),
            (
                "WEBVTT\n\nSTYLE x\n",
                "line 3: \"STYLE x\" (expected a cue with its times, STYLE, REGION or NOTE)"
            ),
            (
                "WEBVTT\n\n00:01.000 --> 00:02.000\na\n\nSTYLE\nx\n",
                "line 6: \"STYLE\" after a cue (expected it before the first cue)"
            ),
            (
                "WEBVTT\n\n00:02.000 --> 00:01.000\na",
                "line 3: \"00:02.000 --> 00:01.000\" (expected an end that is not before the start)"
            ),
            (
                "WEBVTT\n\n00:01.000 --> 00:02.000\na\n00:03.000 --> 00:04.000\nb",
                "line 5: an arrow inside a block: \"00:03.000 --> 00:04.000\" (expected a blank line before each cue, and no "
                    + "arrow in its text)"
            ),
            (
                "WEBVTT\n\nNOTE\na\n-->\n",
                "line 5: an arrow inside a block: \"-->\" (expected a blank line before each cue, and no arrow in its text)"
            ),
        ]
    )
    func refusesWhatIsNoWebVTT(_ text: String, _ expected: String) {
        #expect(refusal(Array(text.utf8)) == expected)
    }

    @Test(
        arguments: [
            "00:00:01,000 --> 00:00:02,000", "00:60.000 --> 01:00.000", "00:60:00.000 --> 01:00:00.000",
            "1:00.000 --> 00:02.000", "00:01.00 --> 00:02.000", "00:01.000 --> ", "--> 00:02.000", "a --> b",
            "00:01.000 -- > 00:02.000 -->", "00:01.000 --> 00:02.000x", "1234567890:00:00.000 --> 00:02.000",
            "00:0٣.000 --> 00:04.000",
        ]
    )
    func refusesTimesThatAreNone(_ line: String) {
        let found = refusal(Array("WEBVTT\n\nid\n\(line)\n".utf8))
        #expect(
            found == "line 4: \"\(line)\" (expected times such as 00:01:02.500 --> 00:01:04.000)"
        )
    }

    @Test
    func refusesOtherEncodings() {
        let found = refusal(
            Array("WEBVTT\n\n00:01.000 --> 00:02.000\r\n".utf8) + [0x47, 0x72, 0xFC, 0xDF, 0x65]
        )
        #expect(found == "line 4: bytes that are not valid UTF-8 (expected UTF-8)")
        let zero = refusal(Array("WEBVTT\n\n00:01.000 --> 00:02.000\na\0b\n".utf8))
        #expect(zero == "line 4: a zero byte (expected text in UTF-8)")
    }

    @Test
    func refusesMoreThanItHolds() {
        #expect(
            refusal([UInt8](repeating: 0x20, count: (64 << 20) + 1))?.hasPrefix(
                "line 1: a file of 67108865 bytes"
            ) == true
        )
    }
}

extension WebVTTSegmentsTests {
    private func segments(
        _ text: String,
        clockStart: UInt64 = 0
    ) throws -> (files: [String], warnings: [String]) {
        let result = try WebVTTSegments.cut(
            path: "en.vtt",
            text: Array(text.utf8),
            boundaries: [0, 6, 12].map { MediaTime(ticks: $0, timescale: 1) },
            end: MediaTime(ticks: 18, timescale: 1),
            clockStart: clockStart
        )
        let files = try result.rendition.files.map { file in
            let bytes = try file.bytes.makeReader().bytes(100_000, at: 0)
            #expect(UInt64(bytes.count) == file.bytes.size)
            return String(decoding: bytes, as: UTF8.self)
        }
        return (files, result.warnings)
    }

    private func refusal(_ text: [UInt8]) -> String? {
        do throws(MezzanineError) {
            _ = try WebVTTSegments.cut(
                path: "en.vtt",
                text: text,
                boundaries: [MediaTime(ticks: 0, timescale: 1)],
                end: MediaTime(ticks: 18, timescale: 1),
                clockStart: 0
            )
            return nil
        } catch {
            guard case .unsupported("en.vtt", let what, let advice) = error, !advice.isEmpty else {
                return "\(error)"
            }
            return what
        }
    }

    /// Returns `hh:mm:ss.ttt` for a time in ms.
    private func time(_ thousandths: Int) -> String {
        func digits(_ value: Int, _ count: Int) -> String {
            String(repeating: "0", count: max(0, count - String(value).count)) + String(value)
        }
        let seconds = thousandths / 1000
        return "\(digits(seconds / 3600, 2)):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2))."
            + digits(thousandths % 1000, 3)
    }
}
