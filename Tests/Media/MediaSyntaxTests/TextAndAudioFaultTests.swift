import Bitstreams
import MediaProbing
import MediaSyntax
import TestRandomness
import Testing

struct TextAndAudioFaultTests {
    @Test(arguments: [
        "WEBVTT", "WEBVTT\n", "\u{FEFF}WEBVTT", "WEBVTT title\r\n\r\n",
        "WEBVTT\t\r\r00:01.000 --> 00:02.000\rHi",
        "WEBVTT\n\n100:00:01.000 --> 100:00:02.000\tline:0\nHi\n",
        // Players accept missing blanks and hours of any number of digits.
        "WEBVTT\n\n00:00.000-->00:01.500\nHi\n",
        "WEBVTT\n\n00:00.000--> 00:01.500 line:0\nHi\n",
        "WEBVTT\n\n \t00:00.000\t-->00:01.500\nHi\n",
        "WEBVTT\n\n1:00:00.000 --> 1:00:01.500\nHi\n",
        "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000, MPEGTS:0\n\n",
        "WEBVTT\n\nNOTE MPEGTS: is a word here\n",
    ])
    func takesText(text: String) {
        let verdict = shape(of: Array(text.utf8))
        #expect(verdict.fault == nil)
        #expect(verdict.kind == .webVTT)
        #expect(verdict == shape(of: Array(text.utf8), chunk: 1))
    }

    @Test(
        arguments: [
            ("no space behind the signature", Array("WEBVTTx\n".utf8), 6),
            ("no space behind the signature and a mark", Array("\u{FEFF}WEBVTT-\n".utf8), 9),
            ("NUL", Array("WEBVTT\n\n".utf8) + [0x41, 0], 9),
            ("stray continuation", Array("WEBVTT\n".utf8) + [0x80], 7),
            ("overlong", Array("WEBVTT\n".utf8) + [0xE0, 0x80, 0x80], 8),
            ("cut sequence", Array("WEBVTT\n".utf8) + [0xE2, 0x82], 9),
            ("letter in a time", Array("WEBVTT\n\n00:00:0a.000 --> 00:00:02.000\n".utf8), 8),
            ("comma in a time", Array("WEBVTT\n\n00:00:00,000 --> 00:00:02.000\n".utf8), 8),
            ("a colon too many", Array("WEBVTT\n\n00:00:00:.000 --> 00:00:02.000\n".utf8), 8),
            ("60 seconds", Array("WEBVTT\n\n00:00.000 --> 00:60.000\n".utf8), 8),
            ("minutes of one digit", Array("WEBVTT\n\n0:00.000 --> 00:01.000".utf8), 8),
            ("minutes of three digits", Array("WEBVTT\n\n000:00.000 --> 00:01.000".utf8), 8),
            ("text before the arrow", Array("WEBVTT\n\n00:00.000->-->00:01.000".utf8), 8),
            ("settings that touch the time", Array("WEBVTT\n\n00:00.000-->00:01.000line:0".utf8), 8),
            ("text behind the time", Array("WEBVTT\n\n00:00.000 --> 00:01.0000".utf8), 8),
            ("arrow in the text", Array("WEBVTT\n\na\n00:00.000 --> 00:01.000\nsee --> there\n".utf8), 34),
            ("damaged time map", Array("WEBVTT\nX-TIMESTCMP-MAP=MPEGTS:1,LOCAL:00:00.000\n".utf8), 7),
            ("time map without LOCAL", Array("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:1\n".utf8), 7),
        ] as [(String, [UInt8], UInt64)]
    )
    func noticesInText(name: String, bytes: [UInt8], offset: UInt64) {
        let verdict = shape(of: bytes)
        #expect(verdict.fault?.offset == offset, "\(name): \(verdict.fault?.description ?? "nothing")")
        #expect(verdict == shape(of: bytes, chunk: 1))
    }

    /// The reference is the validator of the standard library; on failure the seed is printed.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func agreesOnUTF8(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let edges: [UInt8] = [
            0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0,
            0xF4, 0xF5,
        ]
        for _ in 0..<500 {
            let tail = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                edges.randomElement(using: &random) ?? 0
            }
            let bytes = Array("WEBVTT\n".utf8) + tail
            let isValid = String(validating: bytes, as: UTF8.self) != nil
            #expect((shape(of: bytes).fault == nil) == isValid, "seed \(seed), \(tail)")
        }
    }

    @Test(arguments: ["aac", "ac3", "eac3", "mp3"])
    func noticesCutsAndStrayBytes(name: String) throws {
        let bytes = try SampleStreams.named(name).bytes
        #expect(shape(of: Array(bytes.dropLast(1))).fault != nil)
        #expect(shape(of: Array(bytes.dropFirst(1))).fault?.offset == 0)
        for stray in [[0], [0xFF], [0x0B], [0x49, 0x44, 0x33], [0x54, 0x41, 0x47]] as [[UInt8]] {
            #expect(shape(of: bytes + stray).fault?.offset == UInt64(bytes.count), "\(stray)")
        }
        #expect(
            shape(of: SampleStreams.timestampTag).fault?.offset == UInt64(SampleStreams.timestampTag.count)
        )
    }

    @Test func noticesAChangeOfCodec() throws {
        let first = try SampleStreams.named("aac").bytes
        let second = try SampleStreams.named("ac3").bytes
        #expect(shape(of: first + second).fault?.offset == UInt64(first.count))
    }

    /// The byte order mark looks like a header of MPEG audio, layers 1 and 3.
    @Test(arguments: [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]])
    func namesTextInUTF16(mark: [UInt8]) {
        let text = Array("WEBVTT\n\n00:00.000 --> 00:01.000\nHi\n".utf16)
        let bytes = text.flatMap { mark[0] == 0xFF ? [UInt8($0 & 0xFF), 0] : [0, UInt8($0 & 0xFF)] }
        #expect(StreamKind.sniff((mark + bytes)[...]) == .webVTTInUTF16)
        let verdict = shape(of: mark + bytes)
        #expect(verdict.fault?.offset == 0 && verdict.kind == .webVTT)
        #expect(verdict.fault?.found == "WebVTT in UTF-16" && verdict.fault?.expected == "WebVTT in UTF-8")
        var probe = MediaProbe()
        let error = #expect(throws: ParseError.self) {
            try probe.consume((mark + bytes).span)
            _ = try probe.finish()
        }
        #expect(error?.found == "stream of WebVTT in UTF-16")
        // Without the letters the mark counts as what it looks like.
        let markAndZeros = mark + [UInt8](repeating: 0, count: 20)
        #expect(StreamKind.sniff(markAndZeros[...]) != .webVTTInUTF16)
    }

    /// A CRC covers every syncframe, so any changed bit is detected.
    @Test(arguments: ["ac3", "eac3"])
    func noticesEveryFlippedBit(name: String) throws {
        let bytes = try SampleStreams.named(name).bytes
        for position in stride(from: 0, to: bytes.count, by: 13) {
            var changed = bytes
            changed[position] ^= 1 << UInt8(position % 8)
            let offset = shape(of: changed).fault?.offset
            #expect(offset ?? .max <= UInt64(position), "byte \(position)")
        }
    }
}
